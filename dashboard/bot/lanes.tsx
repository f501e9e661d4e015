/** One line of time for everything: who spoke when, who came and went, what was written, where nothing was recorded. */
import { Group, Text } from '@mantine/core';
import type { ChatMessage, ParticipantEvent } from '../../lib/client/generated.ts';
import { lengthOf } from '../bots/times.ts';
import type { Lane } from './timeline.ts';

type Span = readonly [from: number, to: number];

const width = 1000;
/** Of what is drawn, so that it is seen on a telephone too. */
const least = 6;

export interface LanesProps {
  /** The moments at the two ends, in Unix ms. */
  readonly start: number;
  readonly end: number;
  readonly lanes: readonly Lane[];
  readonly gaps: readonly Span[];
  readonly events: readonly ParticipantEvent[];
  readonly chat: readonly ChatMessage[];
  readonly now: number;
  readonly onSeek: (at: number) => void;
}

export const Lanes = ({ start, end, lanes, gaps, events, chat, now, onSeek }: LanesProps) => {
  const x = (at: number): number => Math.min(width, Math.max(0, ((at - start) / Math.max(1, end - start)) * width));
  // A moment at the end is seen as well as one at the beginning.
  const bar = ([from, to]: Span, top: number, height: number): string => {
    const wide = Math.max(least, x(to) - x(from));
    return `M${Math.min(x(from), width - wide)} ${top}h${wide}v${height}h${-wide}z`;
  };
  const bars = (spans: readonly Span[], top: number, height: number): string =>
    spans.map((span) => bar(span, top, height)).join('');
  const dots = (moments: readonly number[]): Span[] => moments.map((at) => [at, at]);
  const spoken = (spoke: readonly Span[]): number => spoke.reduce((sum, [from, to]) => sum + to - from, 0);
  const seek = ({ currentTarget, clientX }: React.MouseEvent<SVGElement>) => {
    const { left, width: wide } = currentTarget.getBoundingClientRect();
    onSeek(start + ((clientX - left) / wide) * (end - start));
  };
  const row = (name: string, label: string, path: string, color: string) => (
    <div className="lane" key={name}>
      <span title={name}>{name}</span>
      {/* The video has controls for the keyboard; this is a short cut for the mouse. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <svg viewBox={`0 0 ${width} 16`} preserveAspectRatio="none" role="img" aria-label={label} onClick={seek}>
        <path d={bars(gaps, 0, 16)} fill="light-dark(#c9d2d9, #45525f)" />
        <path d={path} fill={color} />
        <path
          d={`M${x(now)} 0v16`}
          stroke="light-dark(#c23a3a, #ff8080)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
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
          row(name, `${name} spoke for ${lengthOf(spoken(spoke))}`, bars(spoke, 2, 12), 'light-dark(#28836d, #7cc7b4)'),
        )}
        {came.length + went.length > 0 &&
          row(
            'Came, went',
            `${came.length} came, ${went.length} went`,
            bars(dots(came), 0, 8) + bars(dots(went), 8, 8),
            'light-dark(#2f6fc0, #7ab0f5)',
          )}
        {wrote.length > 0 &&
          row('Chat', `${wrote.length} messages`, bars(dots(wrote), 2, 12), 'light-dark(#b97a09, #f2b84b)')}
      </div>
      <div className="lane">
        <span />
        <Group justify="space-between" wrap="nowrap" mt={6}>
          <Text size="xs" className="quiet">
            0:00
          </Text>
          <Text size="xs" className="quiet">
            {lengthOf(end - start)}
          </Text>
        </Group>
      </div>
      {gaps.length > 0 && (
        <Text size="xs" className="quiet" ta="right">
          Grey: nothing was recorded
        </Text>
      )}
    </section>
  );
};
