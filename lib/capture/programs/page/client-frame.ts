/** The frame of a page that holds a platform's client, where that is not the page itself. */
import type { PageAgent } from '../protocol/page.ts';

/** Whether the document that this runs in is the page, or the frame of it that holds the client. */
export const isPageOrClient = (clientFrame: string | undefined): boolean => {
  if (globalThis.top === globalThis.self) return true;
  // A frame of another origin cannot be asked for the element that it is in.
  return clientFrame !== undefined && globalThis.frameElement?.matches(clientFrame) === true;
};

/** The agent of the client's frame, while there is one with hooks in it. */
const agentIn = (clientFrame: string, name: string): PageAgent | undefined => {
  const element = document.querySelector<HTMLIFrameElement>(clientFrame);
  try {
    return (element?.contentWindow as unknown as Record<string, PageAgent | undefined> | null)?.[name];
  } catch {
    // It shows a page of another origin.
    return undefined;
  }
};

/** An agent that passes on what it is asked to that of the client's frame, which may come and go. */
export const passedOnToClient = (own: PageAgent, name: string, clientFrame: string): PageAgent =>
  new Proxy(own, {
    get(_, method: keyof PageAgent) {
      const client = agentIn(clientFrame, name);
      // What was to record the page before its client came would go on being ready for it.
      if (client && method === 'armRecording') own.stopRecording();
      return (client ?? own)[method];
    },
  });
