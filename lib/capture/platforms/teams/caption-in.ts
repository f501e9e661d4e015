/** Chooses the language of captions in a Teams meeting. */
import { type Controls, comes } from '../controls.ts';
import type { TeamsHandle } from './handle.ts';
import { program } from './program.ts';

const keptWithinMs = 2_000;
/** A host who comes at that moment sets it back (att). */
const mostTries = 3;

const choose = async ({ frame }: Controls, language: string): Promise<boolean> =>
  (await frame.evaluate(
    program.inPage((handle: TeamsHandle | undefined, language: string) => handle?.captionIn(language)),
    language,
  )) === true;

/** Answers false where the call does not keep the language. */
export const captionIn = async (controls: Controls, language: string): Promise<boolean> => {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    if (!(await choose(controls, language))) throw controls.missing('a call that takes a language of captions');
    const isKept = await comes(
      controls.until(
        `captions in ${language}`,
        program.inPage(
          (handle: TeamsHandle | undefined, language: string) => handle?.captionLanguage()?.toLowerCase() === language,
        ),
        keptWithinMs,
        language.toLowerCase(),
      ),
    );
    if (isKept) return true;
  }
  return false;
};
