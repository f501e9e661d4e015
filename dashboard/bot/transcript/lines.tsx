/** The lines that are in sight, of thousands: whoever scrolls has only those drawn that come into it. */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { drawnOf } from './drawn.ts';
import type { Entry } from './entries.ts';
import { placesIn } from './found.ts';

export interface LinesProps {
  /** Those that are shown, with their places among all. */
  readonly shown: readonly { readonly entry: Entry; readonly index: number }[];
  /** What is looked for, in lower case. */
  readonly wanted: string;
  /** What stands beside an entry as its time. */
  readonly timeOf: (entry: Entry) => string;
  /** The line that is heard at the moment, and whether the list keeps it in sight: not while somebody reads elsewhere in it. */
  readonly current?: number;
  readonly isFollowing: boolean;
  readonly onFollow: (does: boolean) => void;
  readonly onPick?: (entry: Entry) => void;
  /** Keeps the newest line in sight, until somebody scrolls away from it. */
  readonly followsEnd: boolean;
}

/** A text with what is looked for marked in it. */
const marked = (text: string, wanted: string): ReactNode => {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const at of placesIn(text, wanted)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
};

interface LineProps {
  readonly entry: Entry;
  readonly time: string;
  readonly wanted: string;
  /** Its place in the list, and how far down that is, in pixels. */
  readonly place: number;
  readonly start: number;
  readonly measure: (element: Element | null) => void;
  readonly isCurrent: boolean;
  /** Reached by Tab; from there others are by the arrows, so that thousands of lines are one step to whoever goes past them. */
  readonly isStop: boolean;
  readonly onPick: ((entry: Entry) => void) | undefined;
}

/** Drawn again only when something about it has changed: not for each picture while somebody scrolls. */
const Line = memo(({ entry, time, wanted, place, start, measure, isCurrent, isStop, onPick }: LineProps) => {
  const { kind, who, text, to } = entry;
  const hasMoved = kind === 'came' || kind === 'went';
  const content = (
    <>
      <span className="who">{marked(who, wanted)}</span>
      {hasMoved && <span className="did">{marked(text, wanted)}</span>}
      {kind === 'wrote' && <span className="did">{to ? `wrote to ${to}` : 'wrote'}</span>}
      <time>{time}</time>
      {!hasMoved && <br />}
      {!hasMoved && marked(text, wanted)}
    </>
  );
  const same = {
    ref: measure,
    'data-index': place,
    'data-kind': kind,
    className: 'line',
    style: { transform: `translateY(${start}px)` },
  };
  return onPick ? (
    <button {...same} type="button" tabIndex={isStop ? 0 : -1} aria-current={isCurrent} onClick={() => onPick(entry)}>
      {content}
    </button>
  ) : (
    <div {...same}>{content}</div>
  );
});

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The place of a line; undefined for what is none. */
const placeOf = (target: EventTarget | null): number | undefined => {
  const place = target instanceof HTMLElement ? target.dataset.index : undefined;
  return place === undefined ? undefined : Number(place);
};

/** From a line to the one below or above it, which is drawn also where it is not in sight. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const { key, target, currentTarget } = event;
  const step = steps[key];
  const place = placeOf(target);
  if (step === undefined || place === undefined) return;
  event.preventDefault();
  currentTarget.querySelector<HTMLElement>(`[data-index="${place + step}"]`)?.focus();
};

/** A function that stays the same, and does what the last one given does. */
const useLatest = <T,>(does: ((value: T) => void) | undefined): ((value: T) => void) => {
  const latest = useRef(does);
  useEffect(() => {
    latest.current = does;
  }, [does]);
  return useCallback((value: T) => latest.current?.(value), []);
};

/** Whoever turns a wheel, drags the bar or goes by keys reads on by themselves. */
const scrollKeys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', ' '];

export const Lines = (props: LinesProps) => {
  const { shown, wanted, timeOf, current, isFollowing, onFollow, onPick, followsEnd } = props;
  const place = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const pick = useLatest(onPick);
  const wasWanted = useRef(wanted);
  const [focused, setFocused] = useState<number>();
  const readsOn = () => onFollow(false);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => place.current,
    estimateSize: () => 66,
    overscan: 10,
    rangeExtractor: (range) => drawnOf(range, focused),
    getItemKey: (index) => shown[index]?.index ?? index,
  });

  useEffect(() => {
    if (followsEnd && isAtEnd.current && shown.length > 0) rows.scrollToIndex(shown.length - 1, { align: 'end' });
  }, [followsEnd, shown.length, rows]);
  useEffect(() => {
    const isBack = wasWanted.current !== wanted;
    wasWanted.current = wanted;
    if (current === undefined || current < 0 || wanted !== '') return;
    // Whoever has looked for something is led back to where they are.
    if (isFollowing || isBack) rows.scrollToIndex(current, { align: 'center' });
  }, [current, wanted, isFollowing, rows]);

  const drawn = rows.getVirtualItems();
  const stop = drawn.find(({ index }) => shown[index]?.index === current) ?? drawn[0];
  return (
    <div
      className="lines"
      ref={place}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label="What was said"
      onKeyDown={(event) => {
        if (scrollKeys.includes(event.key)) readsOn();
        walk(event);
      }}
      onWheel={readsOn}
      onTouchMove={readsOn}
      onPointerDown={({ target, currentTarget }) => {
        if (target === currentTarget) readsOn();
      }}
      onFocus={({ target, currentTarget }: FocusEvent) => {
        setFocused(placeOf(target));
        // Whoever is at a line would have it go out of sight.
        if (target !== currentTarget && target.matches(':focus-visible')) readsOn();
      }}
      onBlur={({ target }) => {
        // Whoever goes to another window comes back to the line where they were.
        if (target !== document.activeElement) setFocused(undefined);
      }}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 80;
      }}
    >
      <div style={{ height: rows.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const one = shown[index];
          return (
            one && (
              <Line
                key={one.index}
                entry={one.entry}
                time={timeOf(one.entry)}
                wanted={wanted}
                place={index}
                start={start}
                measure={rows.measureElement}
                isCurrent={one.index === current}
                isStop={index === stop?.index}
                onPick={onPick && pick}
              />
            )
          );
        })}
      </div>
    </div>
  );
};
