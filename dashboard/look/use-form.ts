import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf } from '../api/faults.ts';

interface UseFormOptions<Entered> {
  readonly send: (entered: Entered) => Promise<unknown>;
  /** Of the list that shows what was sent: it is asked for again. */
  readonly shownIn: readonly string[];
  readonly close: () => void;
}

/** A form of text fields that adds to a list, or changes it, and goes once that is done. */
export const useForm = <Field extends string>(
  blank: Readonly<Record<Field, string>>,
  { send, shownIn, close }: UseFormOptions<Readonly<Record<Field, string>>>,
) => {
  const client = useQueryClient();
  const [entered, setEntered] = useState(blank);
  const enter = (change: Partial<typeof blank>) => setEntered((before) => ({ ...before, ...change }));
  const sending = useMutation({
    mutationFn: () => send(entered),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: shownIn });
      close();
    },
  });
  /** What the input of a field is given; `sentAs` is what the API calls it, where it has another name. */
  const input = (field: Field, sentAs: string = field) => ({
    value: entered[field],
    autoComplete: 'off',
    spellCheck: false,
    error: faultOf(sending.error, sentAs),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) =>
      setEntered((before) => ({ ...before, [field]: value })),
  });
  return { entered, enter, input, sending };
};
