#!/bin/sh
# Draws all pictures of the documentation anew.  ECKSTEIN=.venv/bin/eckstein sh docs/images/make.sh
set -eu
eckstein=$(command -v "${ECKSTEIN:-eckstein}")
case $eckstein in /*) ;; *) eckstein=$PWD/$eckstein ;; esac
cd "$(dirname "$0")"
render() { "$eckstein" render "$@"; }

# The five games at their start.
render pur --out pur.svg
render contra --out contra.svg
render ecke --out ecke.svg
render duell --out duell.svg
render echek P@m12 P@m15 B@n11 --out echek.svg

# What each game is about.
render pur d1d2 e7e6 f1d1d3 f7e7 d3d4 d7d6 --move g1f1d1d3d5d7f7 --no-last --out pur-jumps.svg
render contra --position CWa1Dd5Mc3Wd3Wg1ac5gb4ve7 --move c3c4 --out contra-battles.svg
render ecke --position EWa1Wb1Wd1We1Wf1Wg1Lc2vd4ee4va7vb7vc7vf7vg7 --move c2d3 --out ecke-battle.svg
render duell F1-e6 --move I8-f6 --no-last --out duell-way.svg
render duell --position dZf1Gg1Sc5xb7vd8ze8vf8 --out duell-check.svg
render echek P@m12 R@n15 R@n13 N@l15 --out echek-area.svg

# The same position in other clothes.
render contra d1d2 d7d6 d2d3 d6d5 --flat --size 320 --out flat.svg
render contra d1d2 d7d6 d2d3 d6d5 --numerals --theme slate --size 320 --out slate.svg
render contra d1d2 d7d6 d2d3 d6d5 --theme contrast --black --size 320 --out contrast.svg
render contra d1d2 d7d6 d2d3 d6d5 --theme print --no-coordinates --size 320 --out print.svg
render contra d1d2 d7d6 d2d3 d6d5 --no-last --arrow d3d4 --arrow a7a6:red --mark d5 --mark g4:blue \
    --out marks.svg

# In motion.
render --file ../../examples/games.txt --number 1 --from 13 --to 18 --size 360 --out contra.gif
render --file ../../examples/games.txt --number 2 --size 360 --out duell.gif
render ecke c1d2 e7d6 d2e3 d6c5 --size 300 --out ecke.gif
