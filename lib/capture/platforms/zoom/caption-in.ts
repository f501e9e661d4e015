/** Chooses the language of captions in Zoom's client. */
import { type Controls, comes } from '../controls.ts';
import { choose, closeMenu, inTurn, save } from './menus.ts';
import { program } from './program.ts';

const languageWithinMs = 2_000;

/** Answers whether the client offers the language, or lists none. */
const pickLanguage = async (controls: Controls, language: string): Promise<'picked' | 'not_listed' | 'no_list'> => {
  await choose(controls, ['captions', 'captionLanguage']);
  // What the menu showed before may still be there.
  const isOffered = await comes(
    program.until(controls, `captions in ${language}`, languageWithinMs, 'choose', language),
  );
  if (isOffered) {
    await save(controls);
    return 'picked';
  }
  const isListing = !(await program.ask(controls, 'hasNoMenu'));
  await closeMenu(controls);
  return isListing ? 'not_listed' : 'no_list';
};

/** Where others have captions translated, the client lists languages to nobody who has not. Answers whether the bot has now. */
const translate = async (controls: Controls): Promise<boolean> => {
  const isOffered = await comes(
    choose(controls, ['captions']).then(() =>
      program.until(controls, '"Translation" in the menu', languageWithinMs, 'translates'),
    ),
  );
  if (isOffered) await save(controls);
  else await closeMenu(controls);
  return isOffered;
};

/** For no language that the client merely does not list: others may be asked which they speak, once somebody has them translated. */
const chooseLanguage = async (controls: Controls, language: string): Promise<boolean> => {
  const first = await pickLanguage(controls, language);
  if (first !== 'no_list' || !(await translate(controls))) return first === 'picked';
  return (await pickLanguage(controls, language)) === 'picked';
};

export const captionIn = (controls: Controls, language: string): Promise<boolean> =>
  inTurn(controls, () => chooseLanguage(controls, language));
