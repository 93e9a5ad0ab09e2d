import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { download } from './download.ts';
import { monthsKey } from './months.ts';
import { query } from './query.ts';
import { networkError, request } from './request.ts';

type SheetQuery = EndpointInput<'getMonthSheet'>['query'];
type PayrollQuery = EndpointInput<'getMonthPayroll'>['query'];
/** A file of the month `yyyy-MM`. */
export type MonthFile = { month: string } & (
  | { name: 'getMonthSheet'; query: SheetQuery }
  | { name: 'getMonthPayroll'; query: PayrollQuery }
);

const payrollKey = [...monthsKey, 'payroll'] as const;

/** What the payroll file will contain, and whose payroll number is missing; only for administrators, with CSV export. */
export const payrollPreviewQuery = (month: string, format: NonNullable<PayrollQuery>['format']) =>
  queryOptions({
    queryKey: [...payrollKey, month, format],
    queryFn: ({ signal }) =>
      request(
        'getMonthPayroll',
        { params: { month }, query: { format, preview: 'true' } },
        { signal, timeoutMs: FILE_TIMEOUT_MS },
      ).then((preview) => ('lines' in preview ? preview : Promise.reject(networkError()))),
  });

const FILE_TIMEOUT_MS = 60_000;

/** Downloads the file; the browser keeps nothing of it. */
export function useMonthFile() {
  return useMutation({
    mutationFn: ({ name, month, query }: MonthFile) => download(name, { params: { month }, query }),
  });
}

/** Masks of payroll files, what the sheet shows, who gets approved months; only for administrators. */
export const sheetSettingsQuery = query('getSheetSettings');

export function useSaveSheetSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'updateSheetSettings'>['body']) =>
      request('updateSheetSettings', { body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(sheetSettingsQuery.queryKey, settings);
      return queryClient.invalidateQueries({ queryKey: payrollKey });
    },
    meta: { handlesErrors: true },
  });
}
