/** What a client offers of recording where its host's account records in the cloud: "Record" in the bar, of guests too. */
import type { Guest } from '../guest.ts';
import { escaped } from '../pages.ts';
import type { Wire } from '../stage/protocol.ts';
import { names, words } from './words.ts';
import type { ZoomMeeting } from './zoom-meeting.ts';

/** What "Record" opens for whoever is no host. A request that the account does not allow is disabled, and says why. */
export const cloudMenu = ({ open }: Guest, { cloudRecording }: ZoomMeeting): string => {
  if (!open.has('cloud_menu')) return '';
  const isOff = cloudRecording === 'hosts_only';
  const said = isOff ? `${words.recordInCloud} ${words.recordNotInCloud} disabled` : words.recordInCloud;
  const kind = [names.menuItem, names.cloudItem, ...(isOff ? [names.cloudItemOff] : [])].join(' ');
  return `<div role="menu" class="tip-wrapper"><div class="dark-dropdown ${names.cloudMenu}">
    <a role="button" tabindex="0" class="${kind}" data-does="${isOff ? 'cloud_menu' : 'cloud_request'}" aria-label="${escaped(said)}">${words.recordInCloud}</a></div></div>`;
};

export const cloudWires: readonly Wire[] = [
  { selector: `#wc-footer [aria-label="${words.record}"], [data-does="cloud_menu"]`, on: 'click', does: 'cloud_menu' },
  { selector: '[data-does="cloud_request"]', on: 'click', does: 'cloud_request' },
];
