/** A text that is looked for once nobody types any more. */
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const typingMs = 250;

interface TypedProps
  extends Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'leftSection' | 'maw' | 'flex'> {
  readonly chosen: string | undefined;
  readonly choose: (text: string) => void;
  /** What the button says that empties it. */
  readonly clear: string;
}

export const Typed = ({ chosen = '', choose, clear, ...input }: TypedProps) => {
  const [text, setText] = useState(chosen);
  const applied = useRef(chosen);
  const apply = useDebouncedCallback((next: string) => {
    applied.current = next;
    choose(next);
  }, typingMs);
  useEffect(() => {
    // Chosen elsewhere: by a link, or a step back.
    if (chosen === applied.current) return;
    applied.current = chosen;
    setText(chosen);
  }, [chosen]);
  const change = (value: string) => {
    setText(value);
    apply(value.trim());
  };
  return (
    <TextInput
      {...input}
      rightSection={text && <CloseButton aria-label={clear} onClick={() => change('')} />}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
};
