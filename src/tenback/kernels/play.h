// One step of many tables, in three goes: lines are played, lines are listed, rows are written.
struct Arguments {
    RULES* rules;
    LAYOUT* layouts;
    i64* spans;
    RUN* run;
    i64* lineup;
    i64* setup_of;
    i64* places;
    TABLE* tables;
    LINE* lines;
    ROW* rows;
    i64* counts;
    END_OF_TURN* ends;
    int* queue;
    i64* lefts;  // null where nobody asks how sittings end
    i64 count, most;
};

INLINED RULES* rules_at(const Arguments& all, i64 index) {
    return all.rules + all.setup_of[index];
}

INLINED Span<LINE> lines_at(const Arguments& all, i64 index) {
    return {all.lines + index * all.most, all.most};
}

INLINED void move_at(const Arguments& all, i64 index) {
    i64* span = all.spans + 3 * all.setup_of[index];
    Span<LAYOUT> layouts = {all.layouts + span[0], span[1] - span[0]};
    MOVE_ON(rules_at(all, index), layouts, all.run, all.lineup, index, all.places[index],
            all.tables + index, lines_at(all, index), all.ends + index);
}

INLINED void write_at(const Arguments& all, i64 index, i64 rank) {
    TABLE* table = all.tables + index;
    i64 place = index * all.most + rank;
    i64 kinds = all.spans[3 * all.setup_of[index] + 2];
    WRITE_LINE_ROW(rules_at(all, index), table, kinds + (i64)table->layout, all.lines + place,
                   all.rows + place);
}

#ifdef WRITE_LEFTS
INLINED void write_left_at(const Arguments& all, i64 index, i64 rank) {
    ROOM room;
    i64 owner = 0, place = index * all.most + rank;
    WRITE_LEFTS(rules_at(all, index), all.tables + index, &owner, Span<LINE>{all.lines + place, 1},
                &room, all.lefts + place);
}
#endif

// The lines of one table after another, as `list_lines` lists them, moment by moment: on a GPU,
// a thread whose table is done takes the next one, while those beside it go on with theirs.
struct Search {
    i64 index, stage, depth, seen, found;
    Progress turn;
    WEIGHT* weights;
    Known known;
    MOMENT moments[LONGEST];

    // Returns false when the game is over: there are no lines.
    MEMBER bool begin(const Arguments& all, i64 which) {
        index = which;
        TABLE* table = all.tables + index;
        all.counts[index] = 0;
        if (table->ending != RUNNING) return false;
        turn = PROGRESS_OF(table);
        weights = WEIGHTS_OF(rules_at(all, index), table, turn);
        known = KNOWN_OF(rules_at(all, index), table, weights);
        found = 0;
        begin_stage(all, 0);
        return true;
    }

    MEMBER void begin_stage(const Arguments& all, i64 which) {
        stage = which;
        depth = seen = 0;
        found = BEGIN_STAGE(rules_at(all, index), all.tables + index, weights, known, turn,
                            Span<MOMENT>{moments, LONGEST}, lines_at(all, index), found, stage);
    }

    // Returns false when the table is done.
    MEMBER bool go_on(const Arguments& all) {
        RULES* rules = rules_at(all, index);
        TABLE* table = all.tables + index;
        Span<MOMENT> line = {moments, LONGEST};
        Set next = NEXT_END(rules, table, known.draw, turn, line, stage, depth, seen);
        depth = next.low, seen = next.high;
        if (depth >= 0) {
            found = KEEP(rules, table, weights, known, TURN_AT(moments + depth, turn), line, depth,
                         lines_at(all, index), found);
            return true;
        }
        if (stage + 1 < STAGES) {
            begin_stage(all, stage + 1);
            return true;
        }
        if (found == 0) found = WRITE_WAY_OUT(rules, table, turn, line, lines_at(all, index));
        all.counts[index] = found;
        return false;
    }
};

#ifdef DRAW_ALL
// One turn later: hidden cards are drawn where there is a seed, then a line is played.
struct Turns {
    LINE* lines;
    u64* seeds;  // null where the hidden cards are as they should be
    i64* draws;
};

INLINED void advance_at(const Arguments& all, const Turns& turns, i64 index) {
    RULES* rules = rules_at(all, index);
    TABLE* table = all.tables + index;
    if (table->ending != RUNNING) return;
    if (turns.seeds) {
        unsigned char deck[CARDS];
        DRAW_ALL(rules, table, turns.seeds[index], turns.draws[index], deck);
    }
    PLAY_LINE(rules, table, turns.lines + index);
}
#endif

#ifdef __CUDACC__
static __global__ void move_all(Arguments all) {
    i64 index = blockIdx.x * (i64)blockDim.x + threadIdx.x;
    if (index < all.count) move_at(all, index);
}

static __global__ void list_all(Arguments all) {
    Search search;
    bool is_on = false;
    while (true) {
        if (!is_on) {
            int next = atomicAdd(all.queue, 1);
            if (next >= all.count) return;
            if (!search.begin(all, next)) continue;
        }
        is_on = search.go_on(all);
    }
}

static __global__ void write_all(Arguments all) {
    i64 place = blockIdx.x * (i64)blockDim.x + threadIdx.x;
    i64 index = place / all.most, rank = place % all.most;
    if (index < all.count && rank < all.counts[index]) write_at(all, index, rank);
}

#ifdef WRITE_LEFTS
static __global__ void write_all_lefts(Arguments all) {
    i64 place = blockIdx.x * (i64)blockDim.x + threadIdx.x;
    i64 index = place / all.most, rank = place % all.most;
    if (index < all.count && rank < all.counts[index]) write_left_at(all, index, rank);
}
#endif

static const int block = 128;

static int blocks_of(i64 threads) { return (threads + block - 1) / block; }

extern "C" int prepare(i64 stack) { return cudaDeviceSetLimit(cudaLimitStackSize, stack); }

static int list_lines(const Arguments* all, cudaStream_t stream) {
    int device, cores, resident;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, list_all, block, 0);
    cudaMemsetAsync(all->queue, 0, sizeof(int), stream);
    list_all<<<min(cores * resident, blocks_of(all->count)), block, 0, stream>>>(*all);
    write_all<<<blocks_of(all->count * all->most), block, 0, stream>>>(*all);
#ifdef WRITE_LEFTS
    write_all_lefts<<<blocks_of(all->count * all->most), block, 0, stream>>>(*all);
#endif
    return cudaGetLastError();
}

extern "C" int play(const Arguments* all, void* stream) {
    move_all<<<blocks_of(all->count), block, 0, (cudaStream_t)stream>>>(*all);
    return list_lines(all, (cudaStream_t)stream);
}

#ifdef DRAW_ALL
static __global__ void advance_all(Arguments all, Turns turns) {
    i64 index = blockIdx.x * (i64)blockDim.x + threadIdx.x;
    if (index < all.count) advance_at(all, turns, index);
}

extern "C" int advance(const Arguments* all, const Turns* turns, void* stream) {
    advance_all<<<blocks_of(all->count), block, 0, (cudaStream_t)stream>>>(*all, *turns);
    return list_lines(all, (cudaStream_t)stream);
}
#endif
#else
static void list_lines(const Arguments& all, i64 index) {
    Search search;
    if (search.begin(all, index))
        while (search.go_on(all)) {}
    for (i64 rank = 0; rank < all.counts[index]; rank++) {
        write_at(all, index, rank);
#ifdef WRITE_LEFTS
        write_left_at(all, index, rank);
#endif
    }
}

extern "C" int play(const Arguments* all, void*) {
    for (i64 index = 0; index < all->count; index++) {
        move_at(*all, index);
        list_lines(*all, index);
    }
    return 0;
}

#ifdef DRAW_ALL
extern "C" int advance(const Arguments* all, const Turns* turns, void*) {
    for (i64 index = 0; index < all->count; index++) {
        advance_at(*all, *turns, index);
        list_lines(*all, index);
    }
    return 0;
}
#endif
#endif
