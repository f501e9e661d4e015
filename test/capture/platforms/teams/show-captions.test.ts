import type { Frame } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { showCaptions } from '../../../../lib/capture/platforms/teams/show-captions.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page without a menu, whose call is within reach or not. */
const clientWith = (call?: object): Controls => {
  const document = documentOf('<button id="hangup-button">Leave</button>');
  vi.stubGlobal('document', document);
  vi.stubGlobal('callingDebug', { observableCall: call });
  const frame = {
    $: async (selector: string) => document.querySelector(selector),
    evaluate: async (work: (...input: unknown[]) => unknown, ...input: unknown[]) => work(...input),
  };
  return new Controls(frame as unknown as Frame, 'turn on captions');
};

it('asks the page’s own call for captions where there is no way to them that could be pressed', async () => {
  const startClosedCaption = vi.fn();
  await showCaptions(clientWith({ startClosedCaption }));
  expect(startClosedCaption).toHaveBeenCalledOnce();
});

it.each([
  ['has none', undefined],
  ['knows no captions', {}],
  ['has them refused', { startClosedCaption: () => Promise.reject(new Error('not allowed here')) }],
])('says what is missing where the page %s', async (_, call) => {
  await expect(showCaptions(clientWith(call))).rejects.toBeInstanceOf(ElementMissingError);
});
