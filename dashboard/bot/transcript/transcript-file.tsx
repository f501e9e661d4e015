import { Button } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import type { Recording } from '../../../lib/client/generated.ts';
import { fileNameOf } from '../../../lib/domain/captured/file-name.ts';
import { transcriptText } from '../playback/timeline.ts';
import type { Entry } from './entries.ts';

interface TranscriptFileProps {
  /** As in that of a recording. */
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly recording: Pick<Recording, 'parts'> | null | undefined;
}

/** A button that saves what was said and written, and who came and went, as a text file; nothing where there is none of it. */
export const TranscriptFile = ({ name, entries, recording }: TranscriptFileProps) => {
  const [first] = entries;
  if (!first) return null;
  const save = () => {
    const href = URL.createObjectURL(new Blob([transcriptText(recording, entries)], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href, download: fileNameOf(name, first.timestamp_ms, 'txt') }).click();
    URL.revokeObjectURL(href);
  };
  return (
    <Button variant="default" leftSection={<DownloadIcon />} onClick={save}>
      Transcript
    </Button>
  );
};
