"""The words of the terminal in German, by the sentences in English that stand in the code."""

GERMAN: dict[str, str] = {
    # Sides, pieces, and why games end.
    "White": "Weiß", "Black": "Schwarz", "white": "weiß", "black": "schwarz",
    "check": "Schach", "mate": "Matt",
    "king": "der König", "queen": "die Dame", "rook": "der Turm", "bishop": "der Läufer",
    "knight": "der Springer", "pawn": "der Bauer", "piece": "die Figur",
    "the goal is reached": "das Ziel ist erreicht",
    "too few dice are left": "zu wenige Würfel sind übrig",
    "the king is taken": "der König ist geschlagen", "DUEL-MATT": "DUEL-MATT",
    "a king is surrounded": "ein König ist umzingelt",
    "there is no move left": "kein Zug ist mehr möglich",
    "the position has occurred too often": "die Stellung kam zu oft wieder",
    "too many moves without progress": "zu lange kein Fortschritt",
    "resignation": "aufgegeben", "agreement": "vereinbart",

    # Moves.
    "{side} plays {move}.": "{side} spielt {move}.",
    "{side} has no legal move and must pass "
    "({move}).": "{side} hat keinen Zug und setzt aus "
                                                        "({move}).",
    "{move}: the die will show {top}.": "{move}: Oben liegt dann die {top}.",
    "{move}: rook and king change squares.": "{move}: Turm und König tauschen die Felder.",
    "{move}: the {piece} goes to {square}.": "{move}: {piece} geht nach {square}.",
    "Battle: {square} attacks with {attack} against {defence}: {result}.":
        "Kampf: {square} greift an, {attack} gegen {defence}: {result}.",
    "{square} falls": "{square} fällt", "nobody falls": "niemand fällt",
    "protected": "geschützt",
    "The king on {square} is captured.": "Der König auf {square} ist geschlagen.",
    "The die on {square} is captured.": "Der Würfel auf {square} ist geschlagen.",
    "The queen on {square} is surrounded and lost.":
        "Die Dame auf {square} ist umzingelt und verloren.",
    "The {piece} on {square} returns to the reserve.":
        "{piece} auf {square} geht zurück in die Reserve.",
    "{side} wins with this: {why}.": "{side} gewinnt damit: {why}.",
    "{side} loses with this: {why}.": "{side} verliert damit: {why}.",
    "The game is drawn with this: {why}.": "Damit ist es unentschieden: {why}.",
    "{count} moves: {list}": "{count} Züge: {list}",
    "{side} to move.": "{side} ist am Zug.",

    # How games end, and values.
    "The game is not over.": "Die Partie ist nicht zu Ende.",
    " {white} to {black}": " {white} zu {black}",
    "Draw{score}: {reason}.": "Unentschieden{score}: {reason}.",
    "{side} wins{score}: {reason}.": "{side} gewinnt{score}: {reason}.",
    "Draw by agreement.": "Remis, so vereinbart.",
    "Draw, according to the record.": "Remis, sagt die Aufzeichnung.",
    "{loser} resigns. {winner} wins.": "{loser} gibt auf. {winner} gewinnt.",
    "{loser}'s time is up. {winner} wins.": "Die Zeit von {loser} ist um. {winner} gewinnt.",
    "{winner} wins, according to the record.": "{winner} gewinnt, sagt die Aufzeichnung.",
    "{value} (depth {depth}): {line}": "{value} (Tiefe {depth}): {line}",
    "{side} wins in {moves}": "{side} gewinnt in {moves}",
    "Hint: {move}  {value}": "Tipp: {move}  {value}", "Hint: {move}.": "Tipp: {move}.",
    "Looking for a good move ...": "Ein guter Zug wird gesucht ...",
    "(+ is good for White, - for Black; 1.00 is a die.)":
        "(+ ist gut für Weiß, - für Schwarz; 1.00 ist ein Würfel.)",
    "Preparing the engine; the first time, this takes some seconds.":
        "Der Rechner macht sich bereit; beim ersten Mal dauert es einige Sekunden.",
    "the engine has no suggestion for this position":
        "der Rechner hat zu dieser Stellung nichts zu sagen",
    "Take back a move, or let another player continue.":
        "Nimm zurück, oder lass jemand anders weiterspielen.",
    "Resume the game, perhaps with another player.":
        "Nimm die Partie wieder auf, vielleicht mit jemand anders.",

    # In a session.
    "Describe which move? Type describe and the move.":
        "Welchen Zug beschreiben? Tippe describe und den Zug.",
    "There is no move to take back.": "Es gibt keinen Zug zurückzunehmen.",
    "Took back 1 move.": "Ein Zug ist zurückgenommen.",
    "Took back {count} moves.": "{count} Züge sind zurückgenommen.",
    "Save where? Type save and the name of a file.":
        "Wohin? Tippe save und den Namen einer Datei.",
    "Load what? Type load and the name of a file.": "Was? Tippe load und den Namen einer Datei.",
    "Saved in {name}.": "Gespeichert in {name}.",
    "Cannot write {name}: {reason}.": "{name} lässt sich nicht schreiben: {reason}.",
    "Cannot read {name}: {reason}.": "{name} lässt sich nicht lesen: {reason}.",
    "Cannot continue {name}: {reason}.": "Mit {name} geht es nicht weiter: {reason}.",
    "the file exists, and contains something other than games":
        "es gibt diese Datei schon, und sie enthält etwas anderes als Partien",
    "it contains no game": "darin ist keine Partie",
    "its last game is {other}, not {game}": "die letzte Partie darin ist {other}, nicht {game}",
    "The computer does not accept draws. Play on, or resign.":
        "Ein Computer nimmt kein Remis an. Spiel weiter, oder gib auf.",
    "{side} offers a draw. {other}, do you accept? Type yes or no; a move means no.":
        "{side} bietet Remis an. {other}, nimmst du an? Tippe ja oder nein; ein Zug heißt nein.",
    "{side} offers a draw. {other}, do you accept?":
        "{side} bietet Remis an. {other}, nimmst du an?",
    "Nobody has offered a draw.": "Niemand hat Remis angeboten.",
    "The game continues.": "Die Partie geht weiter.",
    "This game has no clock. To play with one, start with --clock 5+3, for example.":
        "Diese Partie hat keine Uhr. Eine gibt es zum Beispiel mit --clock 5+3.",
    "White has {white}, Black {black}.": "Weiß hat noch {white}, Schwarz {black}.",
    "{text!r} is not a clock; type minutes and the seconds that each move adds, such as 5+3, "
    "or minutes alone":
        "{text!r} ist keine Uhr; tippe Minuten und die Sekunden für jeden Zug, etwa 5+3, "
        "oder Minuten allein",
    "type new, or new and the name of a game": "tippe new, oder new und den Namen eines Spiels",
    "A new game of {title}.": "Eine neue Partie {title}.",
    "Which side? Type white level:5 or black level:5, for example.":
        "Welche Seite? Tippe zum Beispiel white level:5 oder black level:5.",
    "White: {white}. Black: {black}.": "Weiß: {white}. Schwarz: {black}.",
    "The rules: eckstein rules {game}": "Die Regeln (auf Englisch): eckstein rules {game}",
    "Resuming the game in {path} after {count} moves.":
        "Die Partie in {path} geht nach {count} Zügen weiter.",
    "{title}: {white} - {black}, {count} moves, {date}":
        "{title}: {white} - {black}, {count} Züge, {date}",
    "Unfinished games, the most recent first:":
        "Unbeendete Partien, die zuletzt gespielte zuerst:",
    "Which one? Press Enter for the first, or type a number.":
        "Welche? Die Eingabetaste nimmt die erste, eine Zahl eine andere.",
    "Type a number from 1 to {count}.": "Tippe eine Zahl von 1 bis {count}.",
    "The game is saved in {path}.": "Die Partie steht in {path}.",
    "The game is saved in {path}. Resume it with":
        "Die Partie ist in {path} aufbewahrt. Sie geht weiter mit",
    "No move was made, so nothing was saved.": "Es gab keinen Zug, und nichts ist aufbewahrt.",
    "Something went wrong.": "Etwas ging schief.",
    "Note: {warning}.": "Hinweis: {warning}.",

    # Records.
    "{name} is not a file of games: {reason}": "{name} ist keine Datei mit Partien: {reason}",
    "Could not read: {fault}.": "Nicht gelesen: {fault}.",
    "{name} contains no game": "in {name} ist keine Partie",
    "there are games 1 to {count}": "es gibt die Partien 1 bis {count}",
    "this move has no variations": "zu diesem Zug gibt es keine Variante",
    "there are variations 1 to {count} here": "hier gibt es die Varianten 1 bis {count}",
    "this is the main line": "das ist die Hauptvariante",
    "Instead: {line}.": "Stattdessen: {line}.",
    "Instead ({number}): {line}.": "Stattdessen ({number}): {line}.",
    "The start; {count} moves follow.": "Der Anfang; {count} Züge folgen.",
    "Move {at} of {count}: {move}": "Zug {at} von {count}: {move}",
    "In a variation, move {at} of {count}: {move}":
        "In einer Variante, Zug {at} von {count}: {move}",
    "Press Enter to continue; type help for the commands.":
        "Eingabe geht weiter; help sagt, was du sonst tippen kannst.",
    "The variation ends here.": "Hier endet die Variante.",
    "The record ends here: {result}.": "Hier endet die Aufzeichnung: {result}.",
    "this is the start": "das ist der Anfang",
    "There are no moves.": "Es gibt keine Züge.",
    "the game is over here": "hier ist die Partie zu Ende",
    "there is no command {name} here; type help for a list":
        "den Befehl {name} gibt es hier nicht; help nennt sie",
    "there is no command {name} for records; press ? for a list":
        "den Befehl {name} gibt es für Aufzeichnungen nicht; ? nennt sie",
    "no record is open; type replay, or replay and the name of a file":
        "keine Aufzeichnung ist offen; tippe replay, und wenn du magst eine Datei",
    "type goto and a number from 0 to {count}": "tippe goto und eine Zahl von 0 bis {count}",
    "type game and a number from 1 to {count}": "tippe game und eine Zahl von 1 bis {count}",
    "type variation, and a number if there are several":
        "tippe variation, und eine Zahl, wenn es mehrere gibt",

    # Line by line.
    "Which game?": "Welches Spiel?", "game> ": "Spiel> ",
    "There is no game {name}. Type a number from 1 to {count}, or a name.":
        "Ein Spiel {name} gibt es nicht. Tippe eine Zahl von 1 bis {count} oder einen Namen.",
    "Type a move, or help.": "Tippe einen Zug, oder help für Hilfe.",
    "(Type help for the commands, or moves for the legal moves.)":
        "(help sagt, was du tippen kannst, moves nennt alle Züge.)",
    "For a full-screen board: pip install eckstein[tui].":
        "Für ein Brett über den ganzen Bildschirm: pip install eckstein[tui].",

    # On a server.
    "Game {game}.": "Partie {game}.",
    "nobody yet": "noch niemand",
    "Send your friend this link: {link}": "Schick der anderen Seite diesen Link: {link}",
    "To watch: {link}": "Zum Zuschauen: {link}",
    "To play {side}: {link}": "Um {side} zu spielen: {link}",
    "Waiting for {side}.": "{side} ist am Zug ...",
    "Moves were taken back.": "Züge sind zurückgenommen.",
    "{side} offers a draw: accept or decline.":
        "{side} bietet Remis an: accept nimmt es an, decline lehnt ab.",
    "{side} asks to take back: accept or decline.":
        "{side} möchte zurücknehmen: accept erlaubt es, decline lehnt ab.",
    "You have asked already; wait for the answer.": "Du hast gefragt; die Antwort kommt noch.",
    "There is no offer to answer.": "Nichts ist angeboten.",
    "(Type help for the commands.)": "(help sagt, was du tippen kannst.)",
    "The game stays on the server. Rejoin it with":
        "Die Partie bleibt auf dem Server. Zurück geht es mit",
    "the time is over": "die Zeit ist um",
    "the game was called off": "die Partie ist abgesagt",
    "No result: {reason}.": "Ohne Ergebnis: {reason}.",

    # On the whole screen.
    "Choose a piece with Enter or a click, then a square; press ? for help.":
        "Nimm mit Eingabe oder Klick eine Figur, dann ein Feld; ? hilft.",
    "a move, or a command such as help": "ein Zug oder ein Befehl, etwa help",
    "The move was not made: cannot write {path}: {reason}.":
        "Der Zug ist nicht gemacht: {path} lässt sich nicht schreiben: {reason}.",
    "Paused; press p to continue.": "Pause; p geht weiter.", "Continuing.": "Es geht weiter.",
    "Only games between two computers can be paused.": "p ist für Partien zwischen zwei Computern.",
    "The game is over.": "Die Partie ist zu Ende.",
    "There is no game to resign.": "Es gibt keine Partie aufzugeben.",
    "Resign this game?": "Diese Partie aufgeben?",
    "Yes (y)": "Ja (j)", "No (n)": "Nein (n)",
    "You are viewing records; close them to play.":
        "Das ist ein Gang durch Aufzeichnungen; verlass ihn, um zu spielen.",
    "It is the computer's turn.": "Der Computer ist am Zug.",
    "Press n for a new game.": "n beginnt eine neue Partie.",
    "{square} is {owner}'s; {turn} is to move.": "{square} gehört {owner}; {turn} ist am Zug.",
    "The piece on {square} has no legal move.": "Was auf {square} steht, hat keinen Zug.",
    "{square} is empty.": "{square} ist leer.",
    "{count} ways lead to {square}; press Enter to choose one.":
        "{count} Wege führen nach {square}; mit Eingabe wählst du.",
    "shows {top}": "oben {top}", "by {squares}": "über {squares}",
    "You are viewing earlier moves; press Esc to return to the game.":
        "Das ist eine Rückschau; Esc geht zurück zur Partie.",
    "You are viewing a record; press [ and ] to step through it.":
        "Das ist eine Aufzeichnung; [ und ] gehen hindurch.",
    "Back to the game.": "Zurück in der Partie.",
    "there are no earlier moves to view": "es gibt noch keine Züge",
    "the game is over": "die Partie ist zu Ende",
    "Type new for another game, undo to take back, replay to step through this one, or quit.":
        "Tippe new für eine neue Partie, undo zum Zurücknehmen, replay zum Durchgehen, oder quit.",
    "type speed and a number from 0 (nothing moves) to 10":
        "tippe speed und eine Zahl von 0 (nichts bewegt sich) bis 10",
    "{title}, replay": "{title}, Rückschau", "{title}, variation": "{title}, Variante",
    "Result {result}": "Ergebnis {result}",
    "{side}'s hand: {pieces}{swap}": "Reserve {side}: {pieces}{swap}",
    "empty": "leer", ", has swapped": ", hat getauscht",
    "Press Esc to return to the board.": "Esc geht zurück zum Brett.",

    # A new game.
    "A new game": "Eine neue Partie", "Game": "Spiel", "Clock": "Uhr",
    "Begin": "Los", "Cancel": "Abbrechen",
    "none; or minutes + seconds for each move, such as 5+3":
        "keine; oder Minuten + Sekunden für jeden Zug, etwa 5+3",
    "a person at this screen": "ein Mensch an diesem Bildschirm",
    "random: takes any move": "random: nimmt irgendeinen Zug",
    "greedy: looks one move ahead": "greedy: schaut einen Zug voraus",
    "Newcomer": "Neuling",
    "knows the rules, but plays mostly by chance": "kennt die Regeln; vieles ist Zufall",
    "Beginner": "Anfänger",
    "sees what a move does, but judges it badly":
        "sieht, was ein Zug tut, und urteilt schlecht",
    "Casual": "Freizeit",
    "never misses a win in one, but makes many mistakes":
        "verpasst keinen Gewinn in einem Zug, irrt oft",
    "Learner": "Lernende",
    "judges roughly right, but falls for traps":
        "urteilt ungefähr richtig, fällt auf Tricks herein",
    "Regular": "Stammgast",
    "sees replies, and every win in three moves":
        "sieht Antworten und jeden Gewinn in drei Zügen",
    "Club player": "Vereinsstärke",
    "sees replies, and makes fewer mistakes": "sieht Antworten und irrt weniger",
    "Strong club player": "Starker Verein",
    "looks ahead, and rarely makes big mistakes": "schaut voraus und irrt selten stark",
    "Expert": "Fachkundig",
    "looks some moves ahead, and makes few mistakes": "schaut einige Züge voraus und irrt kaum",
    "Master": "Meisterlich", "makes no mistakes in what it sees": "irrt bei nichts, was es sieht",
    "Full strength": "Volle Stärke",
    "uses all the time and threads it is given": "nutzt alle Zeit und Kraft, die sie bekommt",
}
