import { Button } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import type { Utterance } from '../../lib/client/generated.ts';
import { textOf } from './found.ts';

/** A button that saves what was said as a text file, a line for each that somebody said; nothing where nobody did. */
export const TranscriptFile = ({ id, lines }: { readonly id: string; readonly lines: readonly Utterance[] }) => {
  const save = () => {
    const text = lines.map((line) => `${line.speaker_name}: ${textOf(line)}`).join('\n');
    const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href, download: `${id}.txt` }).click();
    URL.revokeObjectURL(href);
  };
  if (lines.length === 0) return null;
  return (
    <Button variant="default" leftSection={<DownloadIcon />} onClick={save}>
      Transcript
    </Button>
  );
};
