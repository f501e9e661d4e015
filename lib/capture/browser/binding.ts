/** The way by which what runs in a page says something to Node. */
import type { CDPSession } from 'puppeteer-core';
import type * as z from 'zod';
import { jsonIn } from '../../domain/json.ts';

export interface BindingOptions<T> {
  /** The page's function that takes a message as JSON. */
  readonly name: string;
  readonly message: z.ZodType<T>;
  readonly longest_payload: number;
  readonly hear: (message: T) => void;
}

/** A page may say anything: what is too long, or no such message, is dropped. */
export const openBinding = async <T>(
  session: CDPSession,
  { name, message, longest_payload, hear }: BindingOptions<T>,
): Promise<void> => {
  session.on('Runtime.bindingCalled', ({ name: called, payload }) => {
    if (called !== name || payload.length > longest_payload) return;
    const said = message.safeParse(jsonIn(payload));
    if (said.success) hear(said.data);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name });
};
