import { describe, expect, it } from 'vitest';
import { botEventSubTypes } from '../../lib/domain/bot/lifecycle.ts';
import { platforms } from '../../lib/domain/meeting/known-platforms.ts';
import { embeddedMetrics, metricTable } from '../../lib/process/metrics.ts';

const at = new Date('2026-03-02T09:00:00Z');

describe('a measurement', () => {
  it('is a line in the embedded metric format, kept apart by what is known of it', () => {
    const line = embeddedMetrics(
      {
        values: { BotsFailed: 1 },
        dimensions: { Platform: 'zoom', Reason: 'meeting_full' },
        facts: { bot_id: 'bot_1' },
      },
      at,
    );
    expect(line).toEqual({
      _aws: {
        Timestamp: at.getTime(),
        CloudWatchMetrics: [
          {
            Namespace: 'MeetingBots',
            Dimensions: [[], ['Platform'], ['Reason']],
            Metrics: [{ Name: 'BotsFailed', Unit: 'Count' }],
          },
        ],
      },
      bot_id: 'bot_1',
      Platform: 'zoom',
      Reason: 'meeting_full',
      BotsFailed: 1,
    });
  });

  it('may have several figures of one metric, of which the format takes a hundred', () => {
    const lags = Array.from({ length: 120 }, (_, i) => i);
    expect(embeddedMetrics({ values: { WebhookLag: lags } }, at)).toMatchObject({ WebhookLag: lags.slice(0, 100) });
  });

  it('has no dimension that it does not know', () => {
    const line = JSON.stringify(embeddedMetrics({ values: { BotsJoined: 1 } }, at));
    expect(line).toContain('"Dimensions":[[]]');
  });
});

describe('all metrics together', () => {
  it('are few, whatever happens: each that is kept apart is paid for', () => {
    const values = { Platform: platforms.length, Reason: botEventSubTypes.length + 1 };
    const rows: readonly (readonly (readonly (keyof typeof values)[])[])[] = Object.values(metricTable).map(
      ({ by }) => by,
    );
    const series = rows.flat().map((set) => set.reduce((product, name) => product * values[name], 1));
    expect(series.reduce((sum, it) => sum + it, 0)).toBeLessThanOrEqual(90);
  });
});
