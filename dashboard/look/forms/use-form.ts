import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { faultOf, isAbout } from '../../api/faults.ts';
import { leftOver } from './left-over.ts';

interface UseFormOptions<Entered, Answer> {
  readonly send: (entered: Entered) => Promise<Answer>;
  /** Whether there is enough to be sent: something in each field, unless it is said otherwise. */
  readonly isReady?: (entered: Entered) => boolean;
  /** Of the list that shows what was sent: it is asked for again. */
  readonly shownIn?: readonly string[];
  /** Those that say themselves what is wrong with them: the fields, unless they are sent under other names. */
  readonly fields?: readonly string[];
  /** Has the form go, once the list shows what was sent. One that stays is blank again. */
  readonly done?: (answer: Answer) => unknown;
}

/** Those that are typed, or chosen of a few. */
type TextOf<Entered> = { [Field in keyof Entered]: Entered[Field] extends string ? Field : never }[keyof Entered] &
  string;

const isFilled = (entered: object): boolean =>
  Object.values(entered).every((value) => typeof value !== 'string' || value.trim() !== '');

/** A form: what is entered, sent once that is enough, and what was refused of it. */
export const useForm = <Entered extends object, Answer>(
  blank: Entered,
  { send, isReady = isFilled, shownIn, fields = Object.keys(blank), done }: UseFormOptions<Entered, Answer>,
) => {
  const client = useQueryClient();
  const [entered, setEntered] = useState(blank);
  const enter = (change: Partial<Entered>) => setEntered((before) => ({ ...before, ...change }));
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: (sent: Entered) => send(sent),
    onSuccess: async (answer, sent) => {
      if (!done) setEntered((now) => leftOver(now, sent, blank));
      if (shownIn) await client.invalidateQueries({ queryKey: shownIn });
      await done?.(answer);
    },
  });
  const canBeSent = isReady(entered);
  /** What is wrong with a field, as the API calls it. */
  const faultIn = (field: string) => faultOf(error, field);
  return {
    ...{ entered, enter, faultIn },
    /** Of a field; `sentAs` is what the API calls it, where it has another name. */
    input: <Field extends TextOf<Entered>>(field: Field, sentAs: string = field) => ({
      value: entered[field] as string,
      autoComplete: 'off',
      spellCheck: false,
      error: faultIn(sentAs),
      onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
        enter({ [field]: value } as unknown as Partial<Entered>),
    }),
    /** Of the form itself. */
    form: {
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (canBeSent && !isPending) mutate(entered);
      },
    },
    /** Of the button that sends it. */
    button: { type: 'submit', loading: isPending, disabled: !canBeSent },
    /** What was refused, unless a field says it. */
    refusal: isAbout(error, fields) ? null : error,
    /** What was sent last was answered so, until that is let go. */
    ...{ answer: data, letGo: reset },
  } as const;
};
export type Form<Entered extends object> = Omit<ReturnType<typeof useForm<Entered, unknown>>, 'answer'>;
