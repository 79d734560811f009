// Contra's perft as one would write it by hand in C, for comparison: a board of cells, moves that are
// made and taken back in place, and no planes of bits.  Every last move is played, with its battles;
// nothing is counted in bulk.
//
//     mailbox DEPTH ROUNDS         prints the count and the best seconds
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 9, CELLS = 81, WALL = 255, BLACK = 64, MOST = 24 };
typedef uint8_t Cell;                       // 0, WALL, or 8 * top + north, with BLACK for Black's

static const int STEP[4] = {WIDTH, 1, -WIDTH, -1};          // north, east, south, west
static Cell turned[4][128];

typedef struct { Cell cells[CELLS]; uint8_t place[2][7], slot[CELLS]; int count[2], side; } Board;
typedef struct { uint8_t from, to; Cell before; int fallen; uint8_t where[5]; Cell what[5]; } Made;

static int top(Cell die) { return die >> 3 & 7; }
static int owner(Cell die) { return die >> 6 & 1; }
static int is_die(Cell cell) { return cell != 0 && cell != WALL; }

static void fill_turned(void) {
    for (int up = 1; up <= 6; up++)
        for (int north = 1; north <= 6; north++) {
            if (north == up || north == 7 - up) continue;
            // The die with 1 above and 2 to the north has 4 to the east.
            int third[2] = {0, 0}, n = 0, a = up < 4 ? up : 7 - up, b = north < 4 ? north : 7 - north;
            for (int face = 1; face <= 6; face++)
                if (face != up && face != 7 - up && face != north && face != 7 - north)
                    third[n++] = face;
            int high = (up > 3) ^ (north > 3) ^ ((b - a + 3) % 3 == 2);
            int east = high ? third[0] : third[1];
            int result[4][2] = {{7 - north, up}, {7 - east, north}, {north, 7 - up}, {east, north}};
            for (int direction = 0; direction < 4; direction++)
                for (int colour = 0; colour < 2; colour++)
                    turned[direction][colour * BLACK | up << 3 | north] =
                        (Cell)(colour * BLACK | result[direction][0] << 3 | result[direction][1]);
        }
}

static void put(Board *b, int cell, Cell die) {
    int colour = owner(die);
    b->cells[cell] = die;
    b->slot[cell] = (uint8_t)b->count[colour];
    b->place[colour][b->count[colour]++] = (uint8_t)cell;
}

// The last of the list takes the place of what leaves it.
static void take(Board *b, int cell) {
    int colour = owner(b->cells[cell]), last = b->place[colour][--b->count[colour]];
    b->place[colour][b->slot[cell]] = (uint8_t)last;
    b->slot[last] = b->slot[cell];
    b->cells[cell] = 0;
}

static int sum_around(const Board *b, int cell, int colour) {
    int sum = 0;
    for (int d = 0; d < 4; d++) {
        Cell near = b->cells[cell + STEP[d]];
        if (is_die(near) && owner(near) == colour) sum += top(near);
    }
    return sum;
}

static void make(Board *b, int from, int direction, Made *m) {
    int to = from + STEP[direction], colour = b->side, enemies[4], n = 0, lost = 0, defence = 0;
    m->from = (uint8_t)from, m->to = (uint8_t)to, m->before = b->cells[from], m->fallen = 0;
    b->cells[to] = turned[direction][b->cells[from]];
    b->cells[from] = 0;
    b->slot[to] = b->slot[from];
    b->place[colour][b->slot[to]] = (uint8_t)to;
    for (int d = 0; d < 4; d++) {
        Cell near = b->cells[to + STEP[d]];
        if (is_die(near) && owner(near) != colour) {
            enemies[n++] = to + STEP[d];
            defence += top(near);
        }
    }
    for (int i = 0; i < n; i++) {
        int attack = sum_around(b, enemies[i], colour);
        if (attack > defence) m->where[m->fallen++] = (uint8_t)enemies[i];
        if (attack < defence) lost = 1;
    }
    if (lost) m->where[m->fallen++] = (uint8_t)to;
    for (int i = 0; i < m->fallen; i++) {
        m->what[i] = b->cells[m->where[i]];
        take(b, m->where[i]);
    }
    b->side = 1 - colour;
}

static void take_back(Board *b, const Made *m) {
    int colour = b->side = 1 - b->side;
    for (int i = m->fallen; i-- > 0;) put(b, m->where[i], m->what[i]);
    b->cells[m->from] = m->before;
    b->cells[m->to] = 0;
    b->slot[m->from] = b->slot[m->to];
    b->place[colour][b->slot[m->from]] = m->from;
}

static int list(const Board *b, uint8_t *from, uint8_t *direction) {
    int n = 0, ways[3] = {2 * b->side, 1, 3};
    for (int i = 0; i < b->count[b->side]; i++)
        for (int way = 0; way < 3; way++)
            if (!b->cells[b->place[b->side][i] + STEP[ways[way]]]) {
                from[n] = b->place[b->side][i];
                direction[n++] = (uint8_t)ways[way];
            }
    return n;
}

static int can_tilt(const Board *b, int colour) {
    for (int i = 0; i < b->count[colour]; i++) {
        int cell = b->place[colour][i];
        if (!b->cells[cell + STEP[2 * colour]] || !b->cells[cell + 1] || !b->cells[cell - 1])
            return 1;
    }
    return 0;
}

// Whether the move that led here has ended the game; `to` is where its die went, 0 for a pass.
static int is_over(const Board *b, int to) {
    int mover = 1 - b->side, goal = mover ? 1 : 7;
    return (to / WIDTH == goal && is_die(b->cells[to])) || !b->count[0] || !b->count[1]
        || (!can_tilt(b, 0) && !can_tilt(b, 1));
}

static uint64_t perft(Board *b, int depth) {
    uint8_t from[MOST], direction[MOST];
    uint64_t count = 0;
    int n = list(b, from, direction);
    if (n == 0) {
        b->side = 1 - b->side;
        if (depth == 1) count = 1;
        else if (!is_over(b, 0)) count = perft(b, depth - 1);
        b->side = 1 - b->side;
    }
    for (int i = 0; i < n; i++) {
        Made made;
        make(b, from[i], direction[i], &made);
        if (depth == 1) count++;
        else if (!is_over(b, made.to)) count += perft(b, depth - 1);
        take_back(b, &made);
    }
    return count;
}

int main(int argc, char **argv) {
    int depth = argc > 1 ? atoi(argv[1]) : 6, rounds = argc > 2 ? atoi(argv[2]) : 3;
    double best = 1e9;
    uint64_t count = 0;
    Board start = {.side = 0};
    fill_turned();
    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / WIDTH, column = cell % WIDTH;
        if (row < 1 || row > 7 || column < 1 || column > 7) start.cells[cell] = WALL;
    }
    for (int column = 1; column <= 7; column++) {
        put(&start, WIDTH + column, 6 << 3 | 4);
        put(&start, 7 * WIDTH + column, BLACK | 6 << 3 | 3);
    }
    for (int round = 0; round < rounds; round++) {
        Board board = start;
        clock_t begin = clock();
        count = perft(&board, depth);
        double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (seconds < best) best = seconds;
    }
    printf("%llu %.6f\n", (unsigned long long)count, best);
    return 0;
}
