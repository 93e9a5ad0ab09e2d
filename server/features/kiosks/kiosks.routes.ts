import type { Handlers } from '#server/platform/http/handler.ts';
import { endSession } from '#server/platform/sessions.ts';
import {
  createWorkReportAtKiosk,
  getLastScanAtKiosk,
  getMissingCheckOutAtKiosk,
  recordBreakAtKiosk,
  scanAtKiosk,
  setPinAtKiosk,
  undoCheckOutAtKiosk,
} from './kiosk-people.service.ts';
import {
  createPairingCode,
  getKiosk,
  getRotatingCode,
  leaveKiosk,
  listKiosks,
  listPeople,
  pairKiosk,
  revokeKiosk,
} from './kiosks.service.ts';

export const kiosksHandlers = {
  createKioskPairingCode: (context, { body }) => createPairingCode(context, body),
  listKiosks: (context) => listKiosks(context),
  revokeKiosk: (context, { params }) => revokeKiosk(context, params.id),
  async pairKiosk(context, { body }) {
    const { session } = context;
    const { credential, kiosk } = await pairKiosk(context, body.code);
    session.startKiosk(credential);
    // An administrator who paired the device must not stay signed in where everybody passes.
    if (session.token) {
      await endSession(context.db, session.token);
      session.end();
    }
    return kiosk;
  },
  async getKiosk(context, { query }) {
    const { session } = context;
    const kiosk = await getKiosk(context, query);
    if (session.kiosk) session.startKiosk(session.kiosk);
    return kiosk;
  },
  listKioskPeople: (context) => listPeople(context),
  scanAtKiosk: (context, { body }) => scanAtKiosk(context, body),
  getKioskLastScan: (context, { body }) => getLastScanAtKiosk(context, body),
  getKioskMissingCheckOut: (context, { body }) => getMissingCheckOutAtKiosk(context, body),
  recordKioskBreak: (context, { body }) => recordBreakAtKiosk(context, body),
  createKioskWorkReport: (context, { body }) => createWorkReportAtKiosk(context, body),
  undoKioskCheckOut: (context, { body }) => undoCheckOutAtKiosk(context, body),
  setPinAtKiosk: (context, { body }) => setPinAtKiosk(context, body),
  getKioskCode: (context) => getRotatingCode(context),
  async leaveKiosk(context, { body }) {
    await leaveKiosk(context, body.pin);
    context.session.endKiosk();
  },
} satisfies Partial<Handlers>;
