/** What is calculated with is what the benchmark measured. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cpuOf, figures, type Measured } from '../../lib/cost/figures.ts';
import { hostedPrices, prices } from '../../lib/cost/prices.ts';

const rows = readFileSync(new URL('../../bench/results.md', import.meta.url), 'utf8').split('\n');
const isMeasured = (figure: object): figure is Measured => 'row' in figure;
const measured = [...Object.values(figures), ...Object.values(cpuOf).flatMap((of) => Object.values(of))].filter(
  isMeasured,
);

describe('a measured figure', () => {
  it.each(measured.map((figure) => [figure.says, figure] as const))('%s is what its row says', (_, figure) => {
    const row = rows.find((line) => line.startsWith(`| ${figure.row}`));
    expect(row, `bench/results.md has no row ${figure.row}`).toContain(figure.says);
    expect(figure.says.replaceAll(',', '')).toContain(String(figure.value));
  });
});

describe('a price', () => {
  it.each([...Object.entries(prices), ...hostedPrices.map((one) => [one.service, one] as const)])(
    '%s has a source and a day',
    (_, { usd, source, on }) => {
      expect(usd).toBeGreaterThan(0);
      expect(new URL(source).protocol).toBe('https:');
      expect(on).toMatch(/^20\d\d-\d\d-\d\d$/);
    },
  );
});
