/* Pages of paired devices, cached in all four languages once one was opened (tools/build/precache.ts). */
import { page } from './page-route.ts';

export const kioskPages = [
  ...page('kiosk', ['kiosk', 'work-reports', 'errors'], () => import('#web/features/kiosks/kiosk-page.tsx')),
  ...page('display', ['kiosk', 'errors'], () => import('#web/features/kiosks/display-page.tsx')),
  ...page('board', ['kiosk', 'errors'], () => import('#web/features/kiosks/board-page.tsx')),
];
