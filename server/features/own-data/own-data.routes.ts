import { serve } from '#server/platform/http/bind.ts';
import { getUserData } from './own-data.service.ts';

export const ownDataHandlers = serve({
  getUserData: (context) => getUserData(context),
});
