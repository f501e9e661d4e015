/** Keeps what a page looked like when the session did not know what to make of it. */
import { within } from '../../process/deadline.ts';
import type { Visit } from './visit.ts';

const mostHtml = 200_000;
const timeoutMs = 5_000;

/** Stores a picture and the trimmed HTML of the page, if they can still be had. Never fails. */
export const keepDiagnostics = async ({ meeting, store, assignment, log }: Visit, reason: string): Promise<void> => {
  const name = `diagnostics/${String(assignment.attempt).padStart(3, '0')}-${reason}`;
  try {
    const { page } = meeting;
    const picture = await within(timeoutMs, 'taking a picture', page.screenshot({ type: 'png' }));
    await store.put(`${name}.png`, picture, 'image/png');
    const html = await within(timeoutMs, 'reading the page', page.content());
    await store.put(`${name}.html`, Buffer.from(html.slice(0, mostHtml)), 'text/html');
  } catch (error) {
    log('no diagnostics could be kept', { reason, error });
  }
};
