/** What the service warns of, in its words, and where something can be done about it. */
import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Bot } from '../../lib/client/generated.ts';
import { useSession } from '../api/queries.ts';

/** Those that tell how speech is marked for want of a provider's key that can be read. */
const asksForKey = (warning: string): boolean => /`(?:credentials_not_found|key_not_readable)`/.test(warning);

export const Warnings = ({ bot }: { readonly bot: Bot }) => {
  const { role } = useSession();
  return (bot.warnings ?? []).map((warning) => (
    <Alert key={warning} color="yellow" variant="light">
      {warning}
      {asksForKey(warning) && role === 'owner' && (
        <Anchor size="sm" display="block" renderRoot={(props) => <Link to="/settings" {...props} />}>
          Enter the key in the settings
        </Anchor>
      )}
    </Alert>
  ));
};
