/** The image of the capture worker, from its own Dockerfile (row 24): how much a task fetches, and how soon it has a page. */
import { cpus, loadavg } from 'node:os';
import { ownArchitecture } from '../../../lib/image/architectures.ts';
import { buildImage } from '../../../lib/image/build.ts';
import { compressedLayers } from '../../../lib/image/layers.ts';
import { NoPodmanError } from '../../../lib/image/podman.ts';
import type { Row } from '../../row.ts';
import { imageStarts, type Start } from '../../worlds/image-start.ts';

const times = 5;

const withPodman = (measure: () => Promise<string>) => (): Promise<string> =>
  measure().catch((error: unknown) => {
    if (error instanceof NoPodmanError) return 'not measured: there is no Podman';
    throw error;
  });

const size = async (): Promise<string> => {
  const layers = await compressedLayers(
    await buildImage('capture-worker', { architecture: ownArchitecture(), pull: false }),
  );
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  const sum = layers.reduce((total, bytes) => total + bytes, 0);
  return `${megabytes(sum)} (layers of 1 MB or more: ${layers
    .filter((bytes) => bytes >= 1e6)
    .map(megabytes)
    .join(', ')})`;
};

const start = async (): Promise<string> => {
  const starts = await imageStarts({ architecture: ownArchitecture(), times, patience_ms: 60_000 });
  const middle = (of: (start: Start) => number): string => {
    const sorted = starts.map(of).toSorted((a, b) => a - b);
    return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(1);
  };
  const loaded = starts.map(({ loaded_s }) => loaded_s);
  const range = `${Math.min(...loaded).toFixed(1)} to ${Math.max(...loaded).toFixed(1)}`;
  return `${middle(({ loaded_s }) => loaded_s)} (${range}), of which ${middle(({ cpu_s }) => cpu_s)} s of a processor (it may have half of one); join pressed after ${middle(({ joined_s }) => joined_s)}; the load of the ${cpus().length} processors was ${loadavg()[0]?.toFixed(0)}`;
};

export const imageRows: readonly Row[] = [
  { number: 24, title: 'capture image, compressed, MB', target: '≤ 250', measure: withPodman(size) },
  {
    number: 24,
    title: `start of a container of it, kept in as on Fargate, to its page's load, middle of ${times}, s`,
    target: '≤ 3',
    measure: withPodman(start),
  },
];
