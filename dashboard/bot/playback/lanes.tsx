/** One line of time for everything: who spoke when, who came and went, what was written, where nothing was recorded. */
import { Group, Text } from '@mantine/core';
import type { ChatMessage, ParticipantEvent } from '../../../lib/client/generated.ts';
import { lengthOf } from '../../bots/times.ts';
import { type Axis, type Gap, gapWords, type Lane, type Span } from './timeline.ts';

const width = 1000;
/** Of what is drawn, so that it is seen on a telephone too. */
const least = 6;
/** What an arrow key moves. */
const stepMs = 5_000;
const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
/** What the mouse moves at least. */
const finestMs = 100;
const colors = {
  spoke: 'light-dark(#28836d, #7cc7b4)',
  moved: 'light-dark(#2f6fc0, #7ab0f5)',
  wrote: 'light-dark(#b97a09, #f2b84b)',
  gap: 'light-dark(#5f6c78, #a3b1be)',
};

export interface LanesProps {
  readonly axis: Axis;
  /** What stands at both of its ends. */
  readonly ends: readonly [string, string];
  /** Along the axis. */
  readonly lanes: readonly Lane[];
  readonly gaps: readonly Gap[];
  readonly events: readonly ParticipantEvent[];
  readonly chat: readonly ChatMessage[];
  /** How far along it what is heard is, and how to go elsewhere, in ms; nothing where there is nothing to be played. */
  readonly now?: number;
  readonly onSeek?: (offset_ms: number) => void;
}

const Legend = ({ color, says }: { readonly color: string; readonly says: string }) => (
  <span className="legend">
    <svg viewBox="0 0 10 10" aria-hidden>
      <rect width="10" height="10" rx="2" fill={color} />
    </svg>
    {says}
  </span>
);

export const Lanes = ({ axis, ends, lanes, gaps, events, chat, now, onSeek }: LanesProps) => {
  const { length_ms, offsetOf } = axis;
  const x = (offset: number): number => Math.min(width, (offset / length_ms) * width);
  // A moment at the end is seen as well as one at the beginning.
  const bar = ([from, to]: Span, top: number, height: number): string => {
    const wide = Math.max(least, x(to) - x(from));
    return `M${Math.min(x(from), width - wide)} ${top}h${wide}v${height}h${-wide}z`;
  };
  const bars = (spans: readonly Span[], top: number, height: number): string =>
    spans.map((span) => bar(span, top, height)).join('');
  const dots = (moments: readonly number[]): Span[] => moments.map((at) => [offsetOf(at), offsetOf(at)]);
  const spoken = (spoke: readonly Span[]): number => spoke.reduce((sum, [from, to]) => sum + to - from, 0);
  const seek = ({ currentTarget, clientX }: React.MouseEvent<SVGElement>) => {
    const { left, width: wide } = currentTarget.getBoundingClientRect();
    onSeek?.(((clientX - left) / wide) * length_ms);
  };
  const notRecorded = <path d={bars(dots(gaps.map(({ span: [from] }) => from)), 0, 16)} fill={colors.gap} />;
  const row = (name: string, label: string, marks: React.ReactNode) => (
    <div className="lane" key={name}>
      <span title={name}>{name}</span>
      {/* By the keyboard the slider below moves; this is a short cut for the mouse. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <svg viewBox={`0 0 ${width} 16`} preserveAspectRatio="none" role="img" aria-label={label} onClick={seek}>
        {marks}
        {now !== undefined && (
          <path
            d={`M${x(now)} 0v16`}
            stroke="light-dark(#c23a3a, #ff8080)"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </div>
  );
  const came = events.filter(({ event_type }) => event_type === 'join').map(({ timestamp_ms }) => timestamp_ms);
  const went = events.filter(({ event_type }) => event_type === 'leave').map(({ timestamp_ms }) => timestamp_ms);
  const wrote = chat.map(({ timestamp_ms }) => Number(timestamp_ms));
  return (
    <section className="raised" aria-label="Who spoke when" style={{ padding: 16 }}>
      <div className="lanes">
        {lanes.map(({ name, spoke }) =>
          row(
            name,
            `${name} spoke for ${lengthOf(spoken(spoke))}`,
            // Whoever spoke before and after a gap would hide it.
            <>
              <path d={bars(spoke, 2, 12)} fill={colors.spoke} />
              {notRecorded}
            </>,
          ),
        )}
        {came.length + went.length > 0 &&
          row(
            'Came, went',
            `${came.length} came, ${went.length} went`,
            <>
              {notRecorded}
              <path d={bars(dots(came), 0, 8) + bars(dots(went), 8, 8)} fill={colors.moved} />
            </>,
          )}
        {wrote.length > 0 &&
          row(
            'Chat',
            `${wrote.length} messages`,
            <>
              {notRecorded}
              <path d={bars(dots(wrote), 2, 12)} fill={colors.wrote} />
            </>,
          )}
      </div>
      <div className="lane">
        <span />
        <div>
          {now !== undefined && (
            <input
              type="range"
              className="moment"
              aria-label="Moment of the recording"
              aria-valuetext={lengthOf(now)}
              min={0}
              max={length_ms}
              step={finestMs}
              value={now}
              onChange={({ currentTarget: { value } }) => onSeek?.(Number(value))}
              onKeyDown={(event) => {
                const by = arrows[event.key];
                if (by === undefined) return;
                event.preventDefault();
                onSeek?.(now + by * stepMs);
              }}
            />
          )}
          <Group justify="space-between" wrap="nowrap">
            <Text size="xs" className="quiet">
              {ends[0]}
            </Text>
            <Text size="xs" className="quiet">
              {ends[1]}
            </Text>
          </Group>
        </div>
      </div>
      <Text size="xs" className="quiet legends" component="div">
        {lanes.length > 0 && <Legend color={colors.spoke} says="spoke" />}
        {came.length + went.length > 0 && <Legend color={colors.moved} says="came (above), went (below)" />}
        {wrote.length > 0 && <Legend color={colors.wrote} says="wrote" />}
        {gaps.length > 0 && <Legend color={colors.gap} says={`nothing was recorded: ${gapWords(axis, gaps)}`} />}
      </Text>
    </section>
  );
};
