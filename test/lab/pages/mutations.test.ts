import { expect, it } from 'vitest';
import { documentOf } from '../../../bin/judge/documents.ts';
import { signs as zoom } from '../../../lib/capture/platforms/zoom/signs.ts';
import { harmful, harmless } from './mutations.ts';

it('leaves what people have said to them, where a page has no words of its own any more', () => {
  const said = 'You failed the reCAPTCHA verification';
  const document = documentOf(`<main>Join</main><div role="log"><p>${said}</p></div>`);
  const page = { history: {}, wire: [], documents: [document], table: zoom, rows: [], other: () => [] };
  harmful['as what people say']?.(page, () => 0.6);
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Join');
  expect(document.querySelector('[role="log"]')?.textContent).toBe(said);
});

it('shows nothing that is out of sight on a page, where it has no words of its own any more', () => {
  const hidden = '<div hidden>Meeting ended</div><div style="display:none">Meeting ended</div>';
  const document = documentOf(`<main>Join</main>${hidden}<p aria-hidden="true">Meeting ended</p>`);
  const page = { history: {}, wire: [], documents: [document], table: zoom, rows: [], other: () => [] };
  harmful['as what people say']?.(page, () => 0.6);
  expect([...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent)).toEqual(['Join']);
});

it('renames no class that the table knows by a part of its name', () => {
  const document = documentOf('<div class="speaker-bar-container__video-frame card"></div>');
  const page = { history: {}, wire: [], documents: [document], table: zoom, rows: [], other: () => [] };
  harmless['classes renamed']?.(page, () => 0.6);
  expect(document.querySelector('div')?.className).toBe('speaker-bar-container__video-frame x600000');
});
