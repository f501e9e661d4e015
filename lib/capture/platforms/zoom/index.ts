/** Zoom's web client, joined as a guest would join it. */
import { platformRows } from '../../../domain/meeting/platforms.ts';
import { NotAllowedError } from '../../meeting/errors.ts';
import type { StageDevice } from '../../meeting/stage.ts';
import { type Controls, comes } from '../controls.ts';
import { pageMemory } from '../page-memory.ts';
import type { MeetingPlatform } from '../platform.ts';
import { barWithinMs, reveal } from '../reveal.ts';
import { choose, closeMenu, inTurn, openMenu, press, showBar } from './menus.ts';
import { program } from './program.ts';
import { deviceLabels, selectors } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { clientAddress } from './shared/address.ts';
import { signs } from './signs.ts';
import { showIn } from './views.ts';

const pressableWithinMs = 30_000;
const pressTakenWithinMs = 5_000;
const mostPresses = 3;
const turnedWithinMs = 5_000;
const savedWithinMs = 1_500;
const languageWithinMs = 2_000;
const wayOutWithinMs = 3_000;
const mostWaysOut = 2;
const requestWithinMs = 5_000;
const apartWithinMs = 5_000;
/** A client that is busy may lose one. */
const mostPressesAlone = 2;
const invitedWithinMs = 5_000;

const { form, shell } = selectors;

/**
 * Of what the link holds, where the client asks for it. It is sent once; a wrong one is not tried again. The page of a link
 * may lead on to another address, with another passcode or without any.
 */
const typePasscode = async (controls: Controls, meeting_url: string): Promise<void> => {
  const [passcode = ''] = [controls.frame.page().url(), meeting_url].flatMap(
    (address) => new URL(address).searchParams.get('pwd') || [],
  );
  if (passcode !== '' && (await controls.isShown(form.passcode))) await controls.type(form.passcode, passcode);
};

/** Whether the form asks for what the bot has not. A field that is out of sight is not asked for. */
const lacksSomething = ({ frame }: Controls): Promise<boolean> =>
  frame.evaluate(
    (...fields) =>
      fields.some((selector) => {
        const field = document.querySelector<HTMLInputElement>(selector);
        return field?.checkVisibility() === true && field.value === '';
      }),
    form.passcode,
    form.email,
  );

/** A form need not ask for it, or an account has filled it in for good: then it can be pressed as it is, but for what is lacking. */
const typeName = async (controls: Controls, name: string): Promise<void> => {
  const isAsked = await controls.isShown(form.ownName);
  if (!isAsked && ((await controls.isShown(form.pressable)) || (await lacksSomething(controls)))) return;
  await controls.type(form.ownName, name);
};

/** A dialog that asks for consent is not passed here: it is accepted before (judging/accept.ts), where the operator has said so. */
const refuseTerms = async (controls: Controls): Promise<void> => {
  if (!(await controls.has(shell.terms)) && !(await program.ask(controls, 'has', 'dialog', 'terms'))) return;
  throw controls.missing('a page without terms over it');
};

/** A device that is on before the meeting says what would turn it off. */
const turnOff = (controls: Controls, selector: string): Promise<void> =>
  controls.frame.evaluate((selector) => {
    const button = document.querySelector<HTMLElement>(selector);
    const says = `${button?.ariaLabel ?? ''} ${button?.textContent ?? ''}`.toLowerCase();
    if (/\b(?:mute|stop (?:my )?video)\b/.test(says) && !/\bunmute\b/.test(says)) button?.click();
  }, selector);

/** What the form says is wrong with what was typed. */
const complaints = ({ frame }: Controls): Promise<string> =>
  frame.evaluate(
    (error) =>
      [...document.querySelectorAll(error)].map(({ className, textContent }) => className + textContent).join(),
    form.error,
  );

/** Whether the form is gone, busy, covered, or says something new: then the session sees what becomes of it. */
const isTaken = (controls: Controls, before: string): Promise<void> =>
  controls.until(
    'what follows the press of "Join"',
    (pressable, error, dialog, before) =>
      document.querySelector(pressable) === null ||
      [...document.querySelectorAll(dialog)].some((one) => one.checkVisibility()) ||
      [...document.querySelectorAll(error)].map(({ className, textContent }) => className + textContent).join() !==
        before,
    pressTakenWithinMs,
    form.pressable,
    form.error,
    selectors.dialog,
    before,
  );

const pressJoin = async (controls: Controls): Promise<void> => {
  await refuseTerms(controls);
  // There is nothing to be sent; the session sees what is missing.
  if (await lacksSomething(controls)) return;
  await controls.appears(form.pressable, pressableWithinMs);
  const before = await complaints(controls);
  for (let tries = 1; ; tries += 1) {
    await controls.click(form.pressable);
    try {
      return await isTaken(controls, before);
    } catch (error) {
      // A client that is not ready yet loses the press.
      if (tries === mostPresses) throw error;
    }
  }
};

/** What has changed takes effect where the client asks whether to save it. */
const save = (controls: Controls): Promise<boolean> => comes(press(controls, 'dialog', 'save', savedWithinMs));

/** A client that has lost the press still offers it; one that offers neither the one nor the other proves nothing. */
const turnOnCaptions = async (controls: Controls): Promise<void> => {
  for (let presses = 0; presses < mostPresses; presses += 1) {
    const pressed = await choose(controls, ['captions', 'showCaptions'], 'hideCaptions').catch((error: unknown) => {
      if (presses === 0) throw error;
    });
    if (!pressed) return;
    await save(controls);
    if ((await program.ask(controls, 'captions')).areOn) return;
  }
  throw controls.missing('"Hide Captions" in the menu');
};

/**
 * `hasAsked`: nobody is asked twice, but by a bot that joins anew. `isCrowded`: the client has no other place for the list of
 * captions than that of people and messages, which matter more.
 */
const memoryOf = pageMemory(() => ({ hasAsked: false, isCrowded: false }));

/** A dialog that stays would be recorded with the page. */
const closeDialog = async (controls: Controls): Promise<void> => {
  if (!(await program.ask(controls, 'press', 'dialog', 'cancel')))
    await program.ask(controls, 'press', 'dialog', 'cross');
};

/** Where the host has to allow captions first, and lets people ask for that. */
const askForCaptions = async (controls: Controls): Promise<void> => {
  const memory = memoryOf(controls);
  if (!memory.hasAsked) {
    const isOffered = await choose(controls, ['captions', 'requestCaptions']).catch(() => undefined);
    if (!isOffered) return;
    await program
      .until(controls, '"Send" in the dialog', requestWithinMs, 'sendCaptionRequest')
      .catch(async (error: unknown) => {
        await closeDialog(controls);
        throw error;
      });
    memory.hasAsked = true;
  }
  throw new NotAllowedError('the host does not allow captions, and was asked to');
};

/** Without the list nobody is told who says what, but by whom the client shows as heard. */
const listCaptions = async (controls: Controls): Promise<void> => {
  const memory = memoryOf(controls);
  if (memory.isCrowded || !(await choose(controls, ['captions', 'transcript']).catch(() => false))) return;
  await program
    .until(controls, 'the transcript in a window of its own', apartWithinMs, 'popsOutTranscript')
    .catch(() => {
      memory.isCrowded = true;
    });
};

const showCaptions = async (controls: Controls, goesByThem: boolean): Promise<void> => {
  const { areOn, areListed } = await program.ask(controls, 'captions');
  if (!areOn)
    await turnOnCaptions(controls).catch(async (error: unknown) => {
      if (goesByThem) await askForCaptions(controls);
      throw error;
    });
  if (!areListed) await listCaptions(controls);
};

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

/**
 * "Record" alone may lead to no more than the host's own recording in the cloud: then there is nobody to be asked. Where it is
 * not seen what it leads to, nothing is recorded.
 */
const requestRecording = async (controls: Controls): Promise<void> => {
  const isAsked = (isAlone: boolean): Promise<void> =>
    program.until(controls, '"Send Request" in the dialog', requestWithinMs, 'requestRecording', isAlone);
  const isHere = await choose(controls, ['recordHere']).catch(() => undefined);
  if (isHere) return isAsked(false);
  for (let presses = 1; presses <= mostPressesAlone; presses += 1) {
    await choose(controls, ['record']);
    if (await comes(isAsked(true))) return;
  }
  throw controls.missing('"Send Request" in the dialog');
};

const showPictures = async (controls: Controls, wanted: boolean): Promise<void> => {
  await openMenu(controls);
  try {
    await press(controls, 'menu', wanted ? 'showPictures' : 'hidePictures');
  } catch (error) {
    // It is as wanted where the menu offers the contrary.
    const isSo = await program.ask(controls, 'has', 'menu', wanted ? 'hidePictures' : 'showPictures');
    await closeMenu(controls);
    if (!isSo) throw error;
  }
};

const turn = async (controls: Controls, device: StageDevice, on: boolean): Promise<void> => {
  const wanted = on ? 'on' : 'off';
  await program.ask(controls, 'wants', device, on);
  await showBar(controls);
  const before = await program.ask(controls, 'device', device);
  if (before === wanted || (before === 'none' && !on)) return;
  await press(controls, device === 'screen' && !on ? 'page' : 'footer', deviceLabels[device][on ? 'off' : 'on']);
  await program.until(controls, `the ${device}, ${wanted}`, turnedWithinMs, 'isDevice', device, wanted);
};

/** Answers whether there was one. In a meeting its bar may be out of the page, and comes back. */
const pressWayOut = async (controls: Controls): Promise<boolean> => {
  if (await program.ask(controls, 'leave')) return true;
  if (!(await controls.has(selectors.stage))) return false;
  await reveal(controls);
  return comes(program.until(controls, '"Leave" in the bar', barWithinMs, 'leave'));
};

export const zoom: MeetingPlatform = {
  capabilities: platformRows.zoom.capabilities,
  proven_on:
    'a facsimile that another hand made, in every run of the tests, and the maker’s own package of strings (2026-11-23); never the real one',
  signs,
  address: clientAddress,
  // The words of its pages are known in English. The client and its servers go by this before anything else, such as what the
  // browser asks for.
  cookies: [{ name: '_zm_lang', value: 'en-US', domain: 'zoom.us' }],
  handsOver(meeting_url) {
    const { searchParams } = new URL(meeting_url);
    return { sent_passcode: searchParams.has('pwd'), sent_token: searchParams.has('tk') };
  },
  pageProgram: 'zoom-page',
  clientFrame: selectors.client,
  async prepare(controls, { name, meeting_url }) {
    await refuseTerms(controls);
    await controls.shows(form.join);
    for (const button of [form.microphone, form.camera]) await turnOff(controls, button);
    await typePasscode(controls, meeting_url);
    await typeName(controls, name);
  },
  pressJoin,
  settle: (controls, goesByCaptions = false) => inTurn(controls, () => showCaptions(controls, goesByCaptions)),
  captionIn: (controls, language) => inTurn(controls, () => chooseLanguage(controls, language)),
  showIn,
  async pressLeave(controls) {
    // What it has opened may be closed again by something else.
    for (let tries = 1; tries <= mostWaysOut && (await pressWayOut(controls)); tries += 1) {
      const isOut = comes(program.until(controls, 'the way out', wayOutWithinMs, 'confirmLeave'));
      // What fails otherwise means that the page has gone.
      if (await isOut.catch(() => true)) return;
    }
  },
  requestRecording: (controls) => inTurn(controls, () => requestRecording(controls)),
  sendChat,
  acceptBreakout: (controls) =>
    program.until(controls, 'an invitation to a breakout room', invitedWithinMs, 'enterRoom'),
  showIncomingVideo: (controls, wanted) => inTurn(controls, () => showPictures(controls, wanted)),
  turn,
};
