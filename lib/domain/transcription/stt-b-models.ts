/** The models of `stt_b` that clients may name: https://developers.openai.com/api/docs/guides/speech-to-text */

/** A setting that a maker takes until some day only. */
export interface Retirement {
  readonly field: string;
  readonly value: string;
  /** The day from whose first moment, in UTC, it is not taken any more. */
  readonly on: string;
  readonly successor: string;
}

interface Model {
  /** The model that files of sound are sent to in its place, where it takes none itself. */
  readonly for_files?: string;
  readonly leaves?: Pick<Retirement, 'on' | 'successor'>;
}

// https://developers.openai.com/api/docs/deprecations
const leaves = { on: '2027-02-26', successor: 'gpt-transcribe' };

export const diarizingModel = 'gpt-4o-transcribe-diarize';

const models = {
  'gpt-4o-transcribe': { leaves },
  'gpt-4o-mini-transcribe': { leaves },
  [diarizingModel]: { leaves },
  'gpt-transcribe': {},
  // Takes streams alone. What people say is sent in pieces, for which its maker names the other one.
  'gpt-live-transcribe': { for_files: 'gpt-transcribe' },
} as const satisfies Record<string, Model>;
type ModelName = keyof typeof models;
export const sttBModels = Object.keys(models) as [ModelName, ...ModelName[]];

const modelNamed = (name: string): Model => (Object.hasOwn(models, name) ? models[name as ModelName] : {});

/** The model that a file of sound is sent to. */
export const fileModelOf = (name: string): string => modelNamed(name).for_files ?? name;

/** When the model in these settings is switched off, and what to name then; undefined for one that stays. */
export const retirementOf = (settings: Readonly<Record<string, unknown>>): Retirement | undefined => {
  const value = String(settings.model);
  const { leaves: leaving } = modelNamed(value);
  return leaving && { field: 'model', value, ...leaving };
};
