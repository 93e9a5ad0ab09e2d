import * as z from 'zod/mini';
import { MAX_PEOPLE_AT_ONCE } from '#domain/employees.ts';
import { PIN_PATTERN } from '#domain/pins.ts';
import { del, get, post, put } from './endpoint.ts';
import { CHANGE_PROOF_ERRORS } from './error.ts';
import { id, idParams, personName } from './fields.ts';
import { changeProof } from './identity.ts';

/** `badge` is the text that the card's QR code holds; `qrCode` is that code as an SVG image in a data URL. */
const badge = { badge: z.string(), qrCode: z.string() };
const badgeOfOne = z.object(badge);

export const pinField = z.string('pin').check(z.regex(PIN_PATTERN, 'pin'));
/** What the person types before the PIN; the first PIN gives a number to somebody who has none. */
export const pinAnswer = z.object({ personalNumber: z.string() });

export const badgesEndpoints = {
  /** The person's badge; makes the first one. */
  getBadge: get('/api/employees/:id/badge', 'team', {
    demo: false,
    audit: 'badge.read',
    params: idParams,
    response: badgeOfOne,
  }),
  /**
   * Makes a new badge; the old one is retired. Also removes the PIN, and ends what came from it: somebody with the old
   * badge may have set it.
   */
  renewBadge: post('/api/employees/:id/badge/renew', 'team', {
    changes: ['employees'],
    audit: 'badge.renewed',
    params: idParams,
    response: badgeOfOne,
    throws: ['email_unconfirmed'],
  }),
  /** Removes a forgotten PIN, and ends what came from it; the person may then set one at a kiosk with the badge. */
  removePin: del('/api/employees/:id/pin', 'admin', {
    changes: ['employees'],
    audit: 'pin.removed',
    params: idParams,
    response: z.null(),
    status: 204,
    throws: ['email_unconfirmed'],
  }),
  /** Badges for printing, in the order of the ids. Makes first ones. */
  listBadges: post('/api/badges', 'team', {
    cost: 20,
    audit: 'badges.read',
    body: z.object({
      userIds: z
        .array(id, 'invalid')
        .check(z.minLength(1, 'invalid'), z.maxLength(MAX_PEOPLE_AT_ONCE, 'tooMany')),
    }),
    response: z.array(
      z.object({ userId: id, ...personName, personalNumber: z.nullable(z.string()), ...badge }),
    ),
    throws: ['not_found'],
  }),
  /** Sets the viewer's own PIN; of somebody without a password `currentPassword` is the present PIN. */
  setPin: put('/api/user/pin', 'signed-in', {
    changes: ['user'],
    audit: 'pin.set',
    body: z.object({ pin: pinField, ...changeProof }),
    response: pinAnswer,
    throws: ['pin_weak', 'pin_exists', ...CHANGE_PROOF_ERRORS, 'wrong_pin', 'email_unconfirmed'],
  }),
};
