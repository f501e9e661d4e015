import { Button } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import type { Recording, Utterance } from '../../lib/client/generated.ts';
import { fileNameOf } from '../../lib/domain/captured/file-name.ts';
import { transcriptText } from './timeline.ts';

interface TranscriptFileProps {
  /** As in that of a recording. */
  readonly name: string;
  readonly lines: readonly Utterance[];
  readonly recording: Pick<Recording, 'parts'> | null | undefined;
}

/** A button that saves what was said as a text file; nothing where nobody said anything. */
export const TranscriptFile = ({ name, lines, recording }: TranscriptFileProps) => {
  const [first] = lines;
  if (!first) return null;
  const save = () => {
    const href = URL.createObjectURL(new Blob([transcriptText(recording, lines)], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href, download: fileNameOf(name, first.timestamp_ms, 'txt') }).click();
    URL.revokeObjectURL(href);
  };
  return (
    <Button variant="default" leftSection={<DownloadIcon />} onClick={save}>
      Transcript
    </Button>
  );
};
