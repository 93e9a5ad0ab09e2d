import { serve } from '#server/platform/http/bind.ts';
import * as absences from './absences.service.ts';

/** `requests` come from the feature that keeps them. */
export const absencesHandlers = (requests: absences.AbsenceRequests) =>
  serve({
    listAbsences: (context, { query }) => absences.listAbsences(context, query),
    recordIllToday: (context, { params }) => absences.recordIllToday(context, params.id),
    createAbsence: (context, { body }) => absences.createAbsence(context, body, requests),
    requestAbsenceChange: (context, { params, body }) =>
      absences.requestAbsenceChange(context, params.id, body, requests),
    updateAbsence: (context, { params, body }) => absences.updateAbsence(context, params.id, body, requests),
    deleteAbsence: (context, { params }) => absences.deleteAbsence(context, params.id, requests),
    listAbsenceCodes: (context) => absences.listAbsenceCodes(context),
    updateAbsenceCodes: (context, { body }) => absences.updateAbsenceCodes(context, body.codes),
  });
