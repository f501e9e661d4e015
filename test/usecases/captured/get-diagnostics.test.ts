import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../../lib/domain/errors.ts';
import { advice } from '../../../lib/domain/meeting/advice.ts';
import { createGetDiagnostics } from '../../../lib/usecases/captured/get-diagnostics.ts';
import { aBot } from '../../lab/builders/records.ts';

const last = {
  at: '2026-03-02T09:00:31.000Z',
  folder: 'diagnostics/001-request_to_join_denied',
  files: ['state.json', 'page.png', 'frame-0.html'],
  reason: 'request_to_join_denied',
  page: {
    page_state: 'M12_denied',
    evidence: [{ class: 'T', entry: 'M12.text.1' }],
    overlays: [],
    advice: 'admit',
  },
};

const diagnosticsOf = (told: object | undefined, changes: Parameters<typeof aBot>[0] = { state: 'fatal_error' }) => {
  const bot = aBot(changes);
  const getDiagnostics = createGetDiagnostics({
    bots: { get: async () => bot },
    media: {
      get: async (name) =>
        told && name === `${bot.project_id}/${bot.id}/diagnostics/last.json`
          ? Buffer.from(JSON.stringify(told))
          : undefined,
      link: async (name, seconds) => `https://media.example.com/${name.split('/').slice(2).join('/')}?for=${seconds}`,
    },
  });
  return getDiagnostics({ project_id: bot.project_id, bot_id: bot.id });
};
const urlOf = (name: string): string => `https://media.example.com/${last.folder}/${name}?for=1800`;

describe('the diagnostics of a bot', () => {
  it('tell what page it met, by what that was recognised, what can be done, and where it was kept', async () => {
    expect(await diagnosticsOf(last)).toEqual({
      created_at: last.at,
      reason: 'request_to_join_denied',
      page_state: 'M12_denied',
      evidence: [{ class: 'T', entry: 'M12.text.1' }],
      advice: advice.admit,
      error: null,
      step: null,
      element: null,
      files: last.files.map((name) => ({ name, url: urlOf(name) })),
    });
  });

  it('say what helps in general where the page tells nothing better, and nothing where that is not known', async () => {
    const unknown = { ...last, page: null };
    const adviceAbout = async (told: object) => (await diagnosticsOf({ ...unknown, ...told })).advice;
    expect(await adviceAbout({ reason: 'unable_to_connect_to_meeting' })).toBe(advice.reach);
    expect(await adviceAbout({ reason: 'unable_to_connect_to_meeting', advice: 'accept_terms' })).toBe(
      advice.accept_terms,
    );
    expect(await adviceAbout({ reason: 'meeting_lost' })).toBe(null);
    expect(await adviceAbout({ reason: 'constructor' })).toBe(null);
  });

  it('tell what was missing in a page that nobody recognised', async () => {
    const lacking = {
      ...last,
      page: null,
      reason: 'ui_element_not_found',
      error: 'E',
      step: 'join',
      element: 'button#join',
    };
    expect(await diagnosticsOf(lacking)).toMatchObject({
      page_state: null,
      evidence: [],
      advice: advice.look,
      error: 'E',
      step: 'join',
      element: 'button#join',
    });
  });

  it('are not found where there are none, and once the data are deleted', async () => {
    await expect(diagnosticsOf(undefined)).rejects.toThrow(NotFoundError);
    await expect(diagnosticsOf(undefined)).rejects.toThrow('has met nothing so far that it could not go on with');
    await expect(diagnosticsOf(last, { state: 'data_deleted' })).rejects.toThrow(NotFoundError);
    await expect(diagnosticsOf(last, { state: 'data_deleted' })).rejects.toThrow('was deleted');
  });

  it('lead nowhere but below what the bot kept', async () => {
    await expect(diagnosticsOf({ ...last, folder: '../other/diagnostics' })).rejects.toThrow();
    await expect(diagnosticsOf({ ...last, files: ['../state.json'] })).rejects.toThrow();
  });
});
