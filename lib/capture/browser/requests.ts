/** What a page may ask of servers. */
import type { CDPSession } from 'puppeteer-core';
import type { Course } from '../platforms/may-lead.ts';
import { notFollowed } from '../platforms/not-followed.ts';

const forbidden = 403;
const elsewhere = 307;

/**
 * Keeps a page from leading to other addresses than it may, also where a server sends it on: nothing is asked of them. What its
 * frames load is no matter of this.
 */
export const keepOnCourse = async (session: CDPSession, course: Course): Promise<void> => {
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const { title, words } = notFollowed;
  const page = `<!doctype html><html lang="en"><title>${title}</title><h1>${words}</h1></html>`;
  session.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
    const go = async (): Promise<void> => {
      const to = frameId === targetInfo.targetId ? await course(request.url) : request.url;
      if (to === request.url) return session.send('Fetch.continueRequest', { requestId });
      if (to !== undefined)
        return session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: elsewhere,
          responseHeaders: [{ name: 'location', value: to }],
        });
      return session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: forbidden,
        responseHeaders: [{ name: 'content-type', value: 'text/html' }],
        body: Buffer.from(page).toString('base64'),
      });
    };
    // A page that has gone meanwhile asks for nothing.
    go().catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
};
