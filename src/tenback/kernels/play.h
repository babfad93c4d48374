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

    MEMBER void begin(const Arguments& all, i64 which) {
        index = which;
        TABLE* table = all.tables + index;
        turn = PROGRESS_OF(table);
        weights = WEIGHTS_OF(rules_at(all, index), table, turn);
        known = KNOWN_OF(rules_at(all, index), table, weights);
        found = 0;
        begin_stage(all, 0);
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
            search.begin(all, next);
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

static int blocks_of(i64 threads, int block) { return (threads + block - 1) / block; }

extern "C" int prepare(i64 stack) { return cudaDeviceSetLimit(cudaLimitStackSize, stack); }

extern "C" int play(const Arguments* all, void* given) {
    const int block = 128;
    cudaStream_t stream = (cudaStream_t)given;
    int device, cores, resident;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, list_all, block, 0);
    move_all<<<blocks_of(all->count, block), block, 0, stream>>>(*all);
    cudaMemsetAsync(all->queue, 0, sizeof(int), stream);
    list_all<<<min(cores * resident, blocks_of(all->count, block)), block, 0, stream>>>(*all);
    write_all<<<blocks_of(all->count * all->most, block), block, 0, stream>>>(*all);
#ifdef WRITE_LEFTS
    write_all_lefts<<<blocks_of(all->count * all->most, block), block, 0, stream>>>(*all);
#endif
    return cudaGetLastError();
}
#else
extern "C" int play(const Arguments* all, void*) {
    for (i64 index = 0; index < all->count; index++) {
        Search search;
        move_at(*all, index);
        search.begin(*all, index);
        while (search.go_on(*all)) {}
        for (i64 rank = 0; rank < all->counts[index]; rank++) {
            write_at(*all, index, rank);
#ifdef WRITE_LEFTS
            write_left_at(*all, index, rank);
#endif
        }
    }
    return 0;
}
#endif
