"""What the coach says: a named position for each detector, each sentence checked by the twin."""
from functools import cache

import pytest

from eckstein import Board
from eckstein.engine.coach import Coach

from .slow import CHECKS, contradicted

NAMED = [
    ("pur", "missed jump", "PWa1Wb1We1Wf1Wg1Ld2Le2ia6ie6vb7vc7vd7vf7vg7",
     "e2c2", "e1-d1:d3 would have jumped 2 rows forward; this goes 0."),
    ("pur", "missed chain", "PWa1Wb1Wg1Lb2Lc2Le2Lf2rb5ia6ib6ic6ie6vd7vf7",
     "e2d2", "There was a chain of 2 jumps: a1:c1:c3 goes 2 rows forward; this goes 0."),
    ("pur", "chain left", "pWb1Wg1Lb2Lc2Lf2Ab3Wc3rb5ia6ic6ie6if6vd7fg7",
     "d7c7", "Your opponent still has a chain of 2 jumps: b2:b4:b6 goes 4 rows forward; after "
     "d7-d6:b6:b4 at most 2."),
    ("pur", "jump left", "pGa1pa2Td2Lf2Wa3Bb3rb5cc5re5cf5La6ie6rc7Xd7",
     "e6f6f4", "Your opponent still can go 3 rows forward by b3-b4:b6; after b5-b4:b2 at most 1."),
    ("pur", "chain opened", "pvc1Td2Lf2Wa3Bb3Lb4ef4ca5rb5re5cf5La6Xb7rc7",
     "a5a4c4", "This gives your opponent a chain of 4 jumps: a3:c3:c5:a5:a7 goes 4 rows forward;"
     " after a5-a4:a2 at most 2."),
    ("pur", "points", "Pvc1Td2Lf2Wa3Bb3Lb4pc4ef4rb5re5cf5La6Xb7rc7",
     "b3c3c5", "a3:c3:c5:a5:a7 would have brought your points at home to 12; now you have 6."),
    ("pur", "turned at home", "pwa1ac1bf1mb2mc2ca3vc3De4Nd5Ha7Ub7Sd7Pe7Xg7",
     "f1e1", "A die at home can still tilt to the side: f1-g1 turns its 1 into a 5, for 12 points;"
     " now you have 9."),
    ("pur", "points in two moves", "PWf1je2Tf2Dc3We3gf3mc4Ld4vb5Bc5Hb6eg6rd7vg7",
     "d4b4", "In two moves c5-c6:a6 brings your points at home to at least 6, this move to at "
     "least 1."),
    ("pur", "sideways", "Pvc1se1Lf2Wa3hd4je4ef4fa5rb5Df5La6Tc6Ra7Xb7",
     "f5e5", "A move to the side wins no row in the race; a3-a4 goes forward."),
    ("pur", "points lost", "pvc1se1Lf2Wa3hd4je4mg4fa5rb5Ke5La6Ra7Xb7Dc7",
     "c1d1", "This loses points: you have 7 at home now, and 11 after a5-a4:a2."),
    ("pur", "two moves", "PWb1We1Wf1Wg1Tb2Ld2Sd3ic6ef6va7vd7fe7vf7vg7",
     "b2a2", "In two moves d3-d4 gains at least 5 rows, this move at least 2."),
    ("pur", "jump opened", "Psb1ge1de2ef2rc3ad3Ff3dg5Oc6Id6Xb7Wc7Xe7Hg7",
     "f3g3", "You opened a way for your opponent: g5-g4:g2 goes 3 rows forward; after g7-f7 at"
     " most 1."),
    ("pur", "only win", "Psb1sd1ge1jc2hd2mg2dg5Id6Wa7Xb7Gc7Pd7Xe7Wg7",
     "d7f7", "Well found: this alone forces a win in 2 moves."),
    ("pur", "missed win", "pwa1db1cd1xe1gf1qg1oe2Cd5Re5Gb6Dg6Fb7Wc7Je7",
     "b1c1", "You could have forced a win in 2 moves, beginning with e1:c1."),
    ("pur", "forced loss stood", "Pwa1eb1bc1de1pf1qg1qe2Ea5Ob5Me6Mf6Ca7Wc7Jd7",
     "d7e7", "Your opponent already threatened to force a win in 2 moves, now beginning with "
     "e1-d1; f6-f7 prevents that."),
    ("pur", "opened a forced loss", "pka1vb1sd1cf1jb2le2ec4Hc6Le6Ua7Gb7Ud7Gf7Fg7",
     "b1c1e1", "Now your opponent can force a win in 2 moves, beginning with e6-e7; not after "
     "c4-c3."),
    ("pur", "missed win at once", "Pka1wc1fe1cf1jb2le2ec4Le6Ua7Gb7Ac7Ud7Gf7Fg7",
     "e6d6", "You could have won at once by e6-e7#: that is the goal."),
    ("pur", "threat", "pwc1cd1ce1wf1cg1na2nb2Ud6Ee6Cb7Cc7Dd7Ve7Wg7",
     "b2b1", "Now you threaten to win by a2-a1#."),
    ("pur", "threat not seen", "Pfb1wc1cd1ce1wf1cg1na2Ud6Ee6Cb7Cc7Dd7Ve7Wg7",
     "c7a7", "Your opponent already threatened a2-a1#: that is the goal; b7-a7 stops it."),
    ("contra", "missed attack", "cXc2Xf2Fb3ua4qd4Ke5re7",
     "e7f7", "d4-e4 would have attacked b3: a4-b4xb3 comes next, and nothing takes back."),
    ("contra", "safe reply", "CWa1Wd1Wf1Lb2Lc2Le2Lg2cc5ia6ib6vd7ve7vf7vg7",
     "f1g1", "After b2-b3 the reply c5-c4 would have cost your opponent a die: b3-c3xc4, and "
     "nothing takes back; now no move takes that die."),
    ("contra", "fell", "CJe2pb4Nd4uf4qe5qb6id6",
     "d4e4", "1 loses against 6+5=11: your die falls."),
    ("contra", "put where it falls", "CWg1Pd2uf3Ic4We5vd7fg7",
     "e5d5", "Now d7-d6xd5 beats your die on d5, 3 against 2; c4-c5 keeps all your dice."),
    ("contra", "won a battle", "cUg2pa4Ae4Of4sb5ke6fd7",
     "e6e5", "Well done: 5 against 1, and nothing takes back."),
    ("contra", "opened a forced loss", "CLg2uf3Ed4gc5Gd5kg6",
     "g2f2", "Now your opponent can force a win in 2 moves, beginning with f3-f2; not after "
     "d4-c4xc5."),
    ("contra", "missed win", "cVd3wg3Ta5nd5",
     "d5c5", "You could have forced a win in 2 moves, beginning with g3-g2."),
    ("contra", "left hanging", "cKb2Xc2Kg2qd4sb5Ke5re7",
     "b5b4", "Your die on d4 was attacked and still is: e5-d5xd4 beats it, 6 against 5; d4-e4 "
     "keeps all your dice."),
    ("contra", "missed a piece", "cLg2uf3Ed4Gd5jc6kg6",
     "c6c5", "c6-d6xd5 would have won the die on d5, 6 against 2, and nothing takes back."),
    ("contra", "missed a free die", "CGa1Wd1Cg1Va3cb4lg4cg5qe6",
     "a3b3", "a3-a4xb4 would have brought a die past the enemies: none of them is ahead of it "
     "near its column, and it has 3 tilts to go."),
    ("contra", "missed a free die", "CWd1Cg1Ja2Nb4lg4ae5cg5",
     "a2a3", "After b4-b5 no enemy could stop that die on its straight way home: 2 tilts to "
     "go."),
    ("contra", "only win", "cgf3Oc4",
     "f3f2", "Well found: this alone forces a win in 2 moves."),
    ("contra", "missed win at once", "CJe2Ig2Rf3hd4Pf4",
     "f4g4", "You could have won at once by f4-e4xd4#: too few dice are left after it."),
    ("contra", "forced loss stood", "Cga3ab5Le5fg7",
     "e5f5", "Your opponent already threatened to force a win in 2 moves, now beginning with "
     "a3-a2; e5-e6 prevents that."),
    ("contra", "let a die pass", "CGf1Tc2If2Db3Dd3wg5qb6ra7rc7",
     "b3c3", "b6-a6 brings a die past yours: none of them is ahead of it near its column, and "
     "it has 5 tilts to go."),
    ("contra", "way opened", "CXc2Xf2Fb3ua4qd4Ke5vf7",
     "b3c3", "Now none of your dice is ahead of the die on a4 near its column, and it has 3 "
     "tilts to go."),
    ("contra", "missed a double attack", "CBa3Rb3Ff3Ib4Qc4Ig4Wf5ia6jb6re7",
     "f3g3", "After a3-a4 your opponent would lose a die, whatever the answer."),
    ("contra", "only move", "Crf3Gd5wg5eg6",
     "d5d6", "The only move: every other one loses within two moves."),
    ("contra", "cornered", "CSc1Wd1We1Tb2He2hd4Mg4db5ec6id6qe6ve7",
     "c1c2", "After d4-e4 you lose a die, whatever you play."),
    ("contra", "left hanging", "cAe2Rf3pa4Mb4Ae4kb6ke6fd7",
     "e6d6", "Your die on b6 was attacked and still is: b4-b5xb6 beats it, 6 against 3; after "
     "a4-a3 you would take one back."),
    ("contra", "won with a helper", "CCa1Ld2Oe2kd3Bg3hc4La6jd6ug6",
     "e2e3", "Well done: 2+3=5 against 3; alone, your 2 would not have won."),
    ("contra", "put where it falls", "CSb1Nc2Hf2Bc3Be3sa4hd4sc5if6ig6vd7",
     "e3f3", "Now d4-d3xc3 beats your die on c3, 6 against 1; after e3-e4xd4 you would take "
     "one back."),
    ("contra", "threat", "CQe2Tg2sd4Sb5sf5Lb6qf6vc7",
     "b6a6", "Now you threaten to win by a6-a7#."),
    ("contra", "only move", "cQe2Tg2sd4Sb5sf5Lb6qf6fd7",
     "d7c7", "The only move: every other one loses at once."),
    ("contra", "stopped a threat", "cWf1eb3Vg3dc4xe5Wg5mb6rd7",
     "d7e7", "Well done: this stops g5-g6, which would have forced a win."),
    ("contra", "threat not seen", "cQe2Tg2sd4Sb5sf5Ha6qf6vc7",
     "f5g5", "Your opponent already threatened a6-a7#: that is the goal; c7-b7 stops it."),
    ("contra", "opened a win at once", "cCf1Tg2Df3sd4Sb5we5Lb6qf6vc7",
     "c7d7", "Now your opponent can win at once by b6-b7#: that is the goal; not after "
     "c7-b7xb6."),
    ("ecke", "guard left", "eWf1Tc2Td2Wc3xg5Xd6ba7vg7",
     "g7g6", "Your die leaves the corner that it guarded; while it lay there, your opponent "
     "could not take it."),
    ("ecke", "put where it falls", "Eca1Qd2Kf2wa5Ud5nf5",
     "d5c6", "Now a5-b5xc6 beats your die on c6, 5 against 1; d5-e5 keeps all your dice."),
    ("ecke", "left hanging", "eca1Wd3Ff3na4nf5Ub7",
     "a4b4", "Your die on f5 was attacked and still is: f3-e4xf5 beats it, 5 against 4; "
     "f5-g4xf3 keeps all your dice."),
    ("ecke", "missed a piece", "EWf1hf3qg4Nb5ne5",
     "b5b6", "f1-f2xf3 would have won the die on f3, 3 against 2, and nothing takes back."),
    ("ecke", "fell", "eSb1pa4Xf4ud5vg7",
     "d5e5", "4 loses against 6: your die falls."),
    ("ecke", "opened a win at once", "EWd1La2dg2tc6",
     "d1e1", "Now your opponent can win at once by g2-f1xe1#: too few dice are left after it; "
     "not after a2-a3."),
    ("ecke", "guard", "ESb1Fc3Sd3se5Lg5kd6te6",
     "d3c4", "b1-a1 guards your corner: while a die of yours lies there, your opponent cannot "
     "take it."),
    ("ecke", "missed attack", "EGd1Na2Dd2Ae2Bd3Vc5ve5vg5xe6fc7",
     "a2b3", "d3-c4 would have attacked c7: c5-c6xc7 comes next, and nothing takes back."),
    ("ecke", "missed win at once", "EHa2Sc3ug3bb5",
     "c3b3", "You could have won at once by c3-c4xb5#: too few dice are left after it."),
    ("ecke", "threat not seen", "eWa1Md3Bg3bc5Vf5vg7",
     "g7f7", "Your opponent already threatened d3-d4xc5#: too few dice are left after it; "
     "c5-d4xd3 stops it."),
    ("ecke", "won a battle", "ewe1Pc2Gb5Ud6ba7",
     "a7b6", "Well done: 6 against 2, and nothing takes back."),
    ("ecke", "left hanging", "eDa3Vd3Te4lb5pb6kf6ig6",
     "b6b4", "Your die on f6 was attacked and still is: d3:f5xf6g6 beats it, 6 against 3; "
     "after f6-f5 you would take one back."),
    ("ecke", "put where it falls", "eWf1af4qg4Nb5ne5",
     "f4f3", "Now f1-f2xf3 beats your die on f3, 3 against 2; after g4-g3 you would take one "
     "back."),
    ("ecke", "opened a forced loss", "Ewe1Pc2ub6Ud6",
     "d6d7", "Now your opponent can force a win in 3 moves, beginning with b6-c5; not after "
     "c2-b3."),
    ("ecke", "only win", "evb1xe2Kg2cd3Ed7",
     "e2f2", "Well found: this alone forces a win in 2 moves."),
    ("ecke", "missed win", "eoa4pb4Te4Re5",
     "b4b3", "You could have forced a win in 2 moves, beginning with a4:c4."),
    ("ecke", "only move", "egd1Tb2Ta4Ud6rb7",
     "d1e1", "The only move: every other one loses at once."),
    ("ecke", "lost at once", "ewe1Pc2ub6Td7",
     "b6c6", "Your die fell, and now too few are left: that loses the game."),
    ("ecke", "missed a double attack", "eSb1Fc3Sd3wd5Lg5kd6te6",
     "d5e5", "After d6-e5 your opponent would lose a die, whatever the answer."),
    ("ecke", "stopped a threat", "eWg1ff3pf5Og5Hb6",
     "f3e2", "Well done: this stops g1-g2xf3#, by which your opponent would have won."),
    ("ecke", "stopped a threat", "EWa1ve3Xa4rd4xf4ic6kg6vb7",
     "a1a2", "Well done: this stops d4-c3, which would have forced a win."),
    ("ecke", "only move", "EVd3pb4Te4lb5kf6ig6",
     "d3f5", "The only move: every other one loses within two moves."),
    ("ecke", "forced loss stood", "eWc1Je2Jd3Ig3Nc4na6ec6vg7",
     "g7f6", "Your opponent already threatened to force a win in 2 moves, now beginning with "
     "c4-c5xc6; c6-b5xc4 prevents that."),
    ("ecke", "cornered", "ESb1Vb3Sd3wd5Lg5kd6te6",
     "b3c3", "After d6-e5 you lose a die, whatever you play."),
    ("duell", "missed a check", "dZe2ub3ne3qg3Uf4di4zf7Na8Ve8",
     "G3-h7", "I4-I3+ would have attacked the king, and your opponent had to answer."),
    ("duell", "put where it falls", "DGc1Ze1ng1Mi1Ci2fh5bh6ze7Ef7",
     "E1-E2", "Now the 4 on g1 can roll to c1 and take your die; F7-g8 keeps all your dice."),
    ("duell", "missed pieces", "DZe2ub3ne3Uf4di4zf7ih7Na8Ve8",
     "E8-a6", "a8-C6+ would have attacked the king and won 1 die by the captures that follow."),
    ("duell", "put where it falls", "dGc1Zg1Gi1Ki2bh4cg5sc6Md6md7fa8ze8",
     "C6-f4", "Now the 4 on d6 can roll to f4 and take your die; after C6xC1+ you would take "
     "one back."),
    ("duell", "left hanging", "DZf1Bg2je5Hh5ze7bd8",
     "g2-f2", "Your die on h5 was attacked by the 3 on e5 and still is; h5-f5 keeps all your "
     "dice."),
    ("duell", "missed a piece", "dZf1Bg2je5Hh5zf7bd8",
     "f7-e7", "e5xh5 would have taken the die on h5, and nothing takes back."),
    ("duell", "loses pieces", "DZe1Ib2tf2oe3Ii3ri6zf8Wg8",
     "G8-f3", "After e3xB2 the captures that follow cost you 1 die; after G8-d5+ none."),
    ("duell", "missed pieces", "dZe1Ib2tf2oe3Ef3Ii3ri6zf8",
     "I6-e5", "e3xB2 would have won 1 die by the captures that follow."),
    ("duell", "left hanging", "DZe1Ug1cb4Uf4di4kc5Td5zf7vh8",
     "D5-b8", "Your die on f4 was attacked by the 6 on h8 and still is; after G1-G7+ you would "
     "take one back."),
    ("duell", "opened a win at once", "dGc1Ze1ng1Mi1Ci2ig4bh6ze7Ef7",
     "E7-E8", "Now your opponent can win at once by f7xE8: it takes the king from f7; not after"
     " e7xf7."),
    ("duell", "missed win at once", "DZf1Ff2ga4Oc4zd7bd8",
     "c4-E2", "You could have won at once by c4xD7: it takes the king from c4."),
    ("duell", "threat not seen", "dZf1Ff2xf3Oc4zd7bd8",
     "f3-A4", "Your opponent already threatened c4xD7: it takes the king from c4; d7-c7 stops "
     "it."),
    ("duell", "won a piece", "dGc1Ze1Sg1Mi1Ci2oe3fh5bh6ze7Ef7",
     "e3xG1", "Well done: you take the die on g1, and nothing takes back."),
    ("duell", "cornered", "dZf1Ff2xf3Og4ze7bd8",
     "e7-d7", "After g4-c4+ you lose a die, whatever you play."),
    ("duell", "missed attack", "DXg1Zf2Og2vh2Hf3qg3Cf5dh5zc8nh8",
     "g1-C3", "F3-g4 would have attacked h2: g4xH2 comes next, and nothing takes back."),
    ("duell", "opened a forced loss", "dZf1Gg1Rc3Vd3Hc4vd4ae4Xf4Hi4ze7oi7bh8gi8",
     "D4-b8", "Now your opponent can force a win in 2 moves, beginning with I4-I6+; not after "
     "e4xf4+."),
    ("duell", "missed win", "DZf1Gg1Rc3Vd3Hc4ae4Xf4Hi4ze7oi7bb8bh8gi8",
     "D3-g6", "You could have forced a win in 2 moves, beginning with I4-I6+."),
    ("duell", "check allowed", "DCb1Ze1cg1Ch1Si1ri2Cf3Af4Ti4ka5Af6sg6cc7zd8vf8ri8",
     "e1-d1", "Now i2-d2+ attacks your king, and you have to answer; after E1-E2 no die can."),
    ("duell", "threat", "DCb1Zd1Wf1Ld2Uh2Cf3Ub4fc4Te4na5dd5tg5Wh5wf6lh7vb8ze8vf8",
     "D2xc4", "Now you threaten to win by C4xd5++."),
    ("duell", "stopped a threat", "Ddd1Ch1Pb2Ze2lh3re4eg5Df6Vb7kc7zg7fa8ri8",
     "H1-H2", "Well done: this stops G5-f4++, by which your opponent would have won."),
    ("duell", "forced loss stood", "dxb1Wd1Bf1Zg1Ea2Ne4Wh5jh6Ki6ze7ra8ed8fg8ri8",
     "h6-F5", "Your opponent already threatened to force a win in 2 moves, now beginning with "
     "i6-G7+; B1xe4 prevents that."),
    ("echek", "king not closed", "1k/NK b QRBPqrbnp Ss l13",
     "m14l14", "After P@n14-n13 3 of 4 sides of the other king would be closed; now 1 is."),
    ("echek", "king can be closed", "1k/1K/P1 b QRBNqrbnp Ss l12",
     "B@l15", "After Q@k11 your king has only 2 open sides left; after Q@n15 no reply does "
     "that."),
    ("echek", "prepares", "Kk/1P w QRBNqrbnp Ss m12",
     "m13n14", "Q@m14 prepares to close 3 of 4 sides of the other king next; after your move at "
     "most 2."),
    ("echek", "threat", "bnp/Nrk/1K1/QBR b Pq S l12",
     "n14n13", "Now you threaten to win by Nm15-l13#."),
    ("echek", "threat not seen", "n2/kKR/1Q1 w BNPqrbp Ss l12",
     "B@m11", "Your opponent already threatened P@m15-m14#: the last open side of the king is "
     "closed; Qm12-o14 stops it."),
    ("echek", "own king closed", "K1/kP b QRBNqrbnp Ss l13",
     "N@l12", "Your own move closes a side of your king: 3 of 4 are closed, and only 2 after "
     "Q@k12."),
    ("echek", "put where it falls", "bnp/Nr1/1Kk/QBR w Pq S l12",
     "m13l13", "Now Q@o13xQ surrounds your queen on l12; Bm12-k14 keeps her."),
    ("echek", "forced loss stood", "N3/pKn1/1kPQ/q2R w Brb Ss k12",
     "B@j14", "Your opponent already threatened to force a win in 2 moves, now beginning with "
     "R@m15; Rn12-l12 prevents that."),
    ("echek", "missed win", "bnp/Nrk/1K1/Q1R w BPq S l12",
     "B@m12", "You could have forced a win in 2 moves, beginning with P@k14."),
    ("echek", "missed win at once", "bN/kK/pB w QRPqrn Ss m12",
     "n14l15", "You could have won at once by Nn14-l13#: the last open side of the king is "
     "closed."),
    ("echek", "opened a forced loss", "bn1/Nrk/1K1/Q1R b BPqp S l12",
     "P@n15", "Now your opponent can force a win in 2 moves, beginning with P@k14; not after "
     "Q@o13."),
    ("echek", "lost at once", "rn/kB/K1 b QRNPqbp Ss m13",
     "B@l14", "Your own move closed the last open side of your king, and that loses the game."),
    ("echek", "missed a piece", "bnp/Nr1/K1k/QBR b Pq S l12",
     "n13n14", "Q@o13xQ would have surrounded the queen on l12."),
    ("echek", "left hanging", "2Nq/1Kkb/R3/B3 b QPrnp Ss l11",
     "n13o12", "Now Q@o15xq surrounds your queen on o14; Bo13-l10 keeps her."),
    ("echek", "opened a win at once", "bN/kK/1B b QRPqrnp Ss m12",
     "P@m12", "Now your opponent can win at once by Nn14-l13#: the last open side of the king "
     "is closed; not after Bm14-n15."),
    ("echek", "king not freed", "1KbB/k2N/pPR1/1n2 w Qqr Ss m11",
     "p14o13", "2 of 4 sides of your king are closed; RK would have left only 1."),
    ("echek", "own queen lost", "qk/Pr/1K/QN/1B b Rbnp S l11",
     "B@k15", "Your own move surrounds your queen, and she is gone; Km15-n14 keeps her."),
    ("echek", "stopped a threat", "2PN/q1R1/kK2 b QBrbnp Ss m14",
     "m15n15", "Well done: this stops Q@n17#, by which your opponent would have won."),
    ("echek", "won a queen", "1b2/1rk1/pQ1K/1nPN/B2R b - Ss k11",
     "m14m13", "Well done: the queen on l13 is gone for good."),
    ("echek", "only move", "nbKp/1k1R/1P1N/Br2 w - Ss l11",
     "n14n13", "The only move: every other one loses at once."),
    ("echek", "missed attack", "2k2/3Kp/b1P2/1BNQR b qrn Ss k11",
     "o13o14", "N@l13 would have attacked n11: Nl13-n12xQ comes next, and nothing takes back."),
    ("ecke", "missed a corner", "Efb1pd1La6Vd7",
     "a6b7", "a6-a7 would have taken a corner: you have 1 of 2 then."),
    ("contra", "fell without help", "CWg1Pc2Le2fd3ng4cb5gd5af5vc7",
     "e2e3", "1 loses against 2: your die falls; with c2-d2 first it would have had 3."),
]


@cache
def coach(game):
    return Coach(game)


def remark_on(game, position, text, said=()):
    board = Board(game, position)
    return coach(game).remark(board, board.parse(text), said)


@pytest.mark.parametrize(("game", "kind", "position", "text", "sentence"), NAMED)
def test_what_is_said(game, kind, position, text, sentence):
    board = Board(game, position)
    found = remark_on(game, position, text)
    assert (found.kind, found.sentence) == (kind, sentence)
    assert not contradicted(board, board.parse(text), found)


def test_every_kind_has_a_position_and_a_check():
    assert {kind for _, kind, *_ in NAMED} == CHECKS.keys()


def test_a_bad_move_comes_with_the_better_one_and_with_moves_that_show_it():
    found = remark_on("contra", "CWg1Pd2uf3Ic4We5vd7fg7", "e5d5")
    assert (found.better, found.shows, found.line[0]) == ("c4c5", "reply", "d7d6")
    assert (found.arrows, found.marks) == ((("d7", "d6"),), ("d5",))
    missed = remark_on("contra", "CJe2Ig2Rf3hd4Pf4", "f4g4")
    assert (missed.better, missed.shows, missed.line[0]) == ("f4e4", "best", "f4e4")
    assert missed.judgement == "missed-win"


@pytest.mark.parametrize(("position", "text"), [
    # Battles that are won while the opponent wins by force.
    ("CCb1La3bc3rf3sa5ge5sg5rb7", "a3b3"), ("cXa2Qd2Pf2Tg2va3ha4rb5Oc6Gg6", "b5c5")])
def test_nothing_is_praised_while_a_forced_loss_stands(position, text):
    found = remark_on("contra", position, text)
    assert found is None or found.tone == "bad"


def test_a_longer_win_is_not_told_of():
    """It wins in four moves."""
    found = remark_on("contra", "cWb3Fd3bf5nc6", "c6d6")
    assert (found.judgement, found.better) == ("missed-win", "f5f4")
    assert found.kind == "way opened"


def test_a_kind_that_was_said_twice_gives_way():
    game, kind, position, text, sentence = next(row for row in NAMED if row[1] == "sideways")
    assert remark_on(game, position, text, [kind]).sentence == sentence
    left = remark_on(game, position, text, [kind, kind])
    assert left is None or left.kind != kind


def test_a_grave_mistake_is_told_of_again():
    position, text = "CJe2Ig2Rf3hd4Pf4", "f4g4"
    assert remark_on("contra", position, text, ["missed win at once"] * 5).kind == (
        "missed win at once")


def test_where_there_is_no_choice_nothing_is_said():
    board = Board("contra", "CWa1va2vg7")
    [only] = board.legal_moves
    assert coach("contra").remark(board, only) is None


@pytest.mark.parametrize("count", [1, 2])
def test_near_a_draw_by_repetition_nothing_is_said(count):
    board = Board("duell", "dZf1Ff2xf3Oc4zd7bd8")
    for text in ["D7-c7", "F1-e1", "c7-d7", "E1-f1"] * (count - 1):
        board.push(board.parse(text))
    found = coach("duell").remark(board, board.parse("f3-A4"))
    assert (found is None) == (count > 1)


def test_near_a_draw_by_lack_of_progress_nothing_is_said():
    board = Board("duell", "dZf1Ff2xf3Oc4zd7bd8", no_progress=5)
    assert Coach("duell", no_progress=5).remark(board, board.parse("f3-A4")) is None
