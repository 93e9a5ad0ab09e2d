/* What every layout loads after the page: one file, because a phone asks for all of it. */
import { leaveOutdatedRelease } from '../pwa/updates.ts';
import { Banners } from './banners.tsx';
import { InstallButton } from './install-button.tsx';
import { LanguageMenuItems } from './language-menu-items.tsx';
import { UserMenuItems } from './user-menu-items.tsx';

export const parts = { Banners, InstallButton, LanguageMenuItems, UserMenuItems, leaveOutdatedRelease };
