/* What every layout loads after the page: one file, so that a phone makes one request. */
import { leaveOutdatedRelease } from '../pwa/updates.ts';
import { Banners } from './banners.tsx';
import { FollowChanges } from './follow-changes.tsx';
import { InstallButton } from './install-button.tsx';
import { LanguageMenuItems } from './language-menu-items.tsx';
import { UserMenuItems } from './user-menu-items.tsx';

export const parts = {
  Banners,
  FollowChanges,
  InstallButton,
  LanguageMenuItems,
  UserMenuItems,
  leaveOutdatedRelease,
};
