import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { userQuery } from './auth.ts';
import { confirmationQuery } from './company.ts';
import { dashboardKey } from './dashboard.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { subscriptionStatusQuery } from './subscription.ts';

/** First part of the key of every query about people. */
export const employeesKey = ['employees'] as const;

/** All people of the company who are not deleted, in the order they were added; only for administrators. */
export const employeesQuery = query('listEmployees');

/** The people within the viewer's reach, in the order they were added: names only, for choices. */
export const peopleQuery = query('listPeople');

/** Deleted employees whose records are still kept; only for administrators. */
export const formerEmployeesQuery = query('listFormerEmployees');

/** Resolves when the list on screen is up to date; other queries that show people are refetched in the background. */
export function useEmployeesChanged() {
  const queryClient = useQueryClient();
  return (id?: string) => {
    void queryClient.invalidateQueries({ queryKey: dashboardKey });
    void queryClient.invalidateQueries({ queryKey: subscriptionStatusQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: confirmationQuery.queryKey });
    if (id && id === queryClient.getQueryData(userQuery.queryKey)?.id) {
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
    }
    return queryClient.invalidateQueries({ queryKey: employeesKey });
  };
}

/** Changes the person with the id, or adds one if there is no id. */
export function useSaveEmployee(id: string | undefined) {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'createEmployee'>['body']) =>
      id ? request('updateEmployee', { params: { id }, body }) : request('createEmployee', { body }),
    onSuccess: () => changed(id),
    meta: { handlesErrors: true },
  });
}

/** Makes a link for the person, and mails it if asked to. */
export function useInvite(id: string) {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'inviteEmployee'>['body']) =>
      request('inviteEmployee', { params: { id }, body }),
    onSuccess: () => changed(),
    meta: { handlesErrors: true },
  });
}

/** Ends the person's link. */
export function useRevokeInvitation(id: string) {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: () => request('revokeInvitation', { params: { id } }),
    onSuccess: () => changed(),
  });
}

/** Mails a new link to everybody who was invited and has not signed in yet, or to those of these people who have not. */
export function useInviteEmployees() {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: (userIds?: string[]) =>
      request('inviteEmployees', { body: userIds ? { userIds } : null }, { timeoutMs: 60_000 }),
    onSuccess: () => changed(),
  });
}

/** Makes a link for each of these people, to be printed; those before end. Nothing keeps the answer. */
export function useCreateInvitations() {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: (userIds: string[]) =>
      request('createInvitations', { body: { userIds } }, { timeoutMs: 60_000 }),
    onSuccess: () => changed(),
    gcTime: 0,
  });
}

/** Deactivates those of these people who are active employees. */
export function useDeactivateEmployees() {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: (userIds: string[]) =>
      request('deactivateEmployees', { body: { userIds } }, { timeoutMs: 60_000 }),
    onSuccess: () => changed(),
  });
}

/** What there is to see of a person; rejects with `not_found` for somebody outside the viewer's reach. */
export const employeeQuery = (id: string) => query('getEmployee', { params: { id } });

/** What was changed about a person, and by whom, newest first. */
export const employeeHistoryQuery = (id: string) => query('listEmployeeHistory', { params: { id } });

/** Reads a person's personal code, which the audit records. Nothing keeps the answer. */
export function useReadPersonalCode(errorTitle: string) {
  return useMutation({
    mutationFn: (id: string) => request('getPersonalCode', { params: { id } }),
    gcTime: 0,
    meta: { errorTitle },
  });
}

/** Removes the second factor and passkeys of a person who lost their phone. */
export function useResetSecondFactor() {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body?: EndpointInput<'resetSecondFactor'>['body'] }) =>
      request('resetSecondFactor', { params: { id }, body }),
    onSuccess: () => changed(),
    meta: { handlesErrors: true },
  });
}

/** Makes another administrator the company's owner. */
export function useHandOverCompany() {
  const queryClient = useQueryClient();
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'handOverCompany'>['body']) => request('handOverCompany', { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
      return changed();
    },
    meta: { handlesErrors: true },
  });
}

export function useDeleteEmployee() {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body?: EndpointInput<'deleteEmployee'>['body'] }) =>
      request('deleteEmployee', { params: { id }, body }),
    onSuccess: () => changed(),
    meta: { handlesErrors: true },
  });
}
