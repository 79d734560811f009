/* Runs the entries of a library on memory that it shares with the one who asks.
 *
 *     runner LIBRARY MEMORY BYTES
 *
 * It first says where the memory lies.  Then each line names an entry and the address of its frame,
 * and is answered with "done" when the entry has returned.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(int count, char **words)
{
    if (count != 4)
        return 2;
    void *library = dlopen(words[1], RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    int file = open(words[2], O_RDWR);
    void *memory = mmap(0, strtoul(words[3], 0, 10), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file < 0 || memory == MAP_FAILED)
        return 1;
    printf("%lu\n", (unsigned long)memory);
    fflush(stdout);
    char symbol[200];
    unsigned long frame;
    while (scanf("%199s %lu", symbol, &frame) == 2) {
        void (*entry)(void *) = (void (*)(void *))dlsym(library, symbol);
        if (!entry)
            return 1;
        entry((void *)frame);
        puts("done");
        fflush(stdout);
    }
    return 0;
}
