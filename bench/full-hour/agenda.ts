/** What is to be done at moments to come, the earliest first: a binary heap. */
export const createAgenda = <T>() => {
  const heap: { readonly at_ms: number; readonly value: T }[] = [];
  const isBefore = (a: number, b: number): boolean => (heap[a]?.at_ms ?? 0) < (heap[b]?.at_ms ?? 0);
  const swap = (a: number, b: number): void => {
    const [one, other] = [heap[a], heap[b]];
    if (one && other) [heap[a], heap[b]] = [other, one];
  };
  return {
    add(at_ms: number, value: T): void {
      heap.push({ at_ms, value });
      for (let i = heap.length - 1; i > 0; ) {
        const parent = (i - 1) >> 1;
        if (!isBefore(i, parent)) return;
        swap(i, parent);
        i = parent;
      }
    },
    next(): { readonly at_ms: number; readonly value: T } | undefined {
      const first = heap[0];
      const last = heap.pop();
      if (last && heap.length > 0) {
        heap[0] = last;
        for (let i = 0; ; ) {
          const [left, right] = [2 * i + 1, 2 * i + 2];
          let least = i;
          if (left < heap.length && isBefore(left, least)) least = left;
          if (right < heap.length && isBefore(right, least)) least = right;
          if (least === i) break;
          swap(i, least);
          i = least;
        }
      }
      return first;
    },
  };
};
