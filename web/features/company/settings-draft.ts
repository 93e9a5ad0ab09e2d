import type { EndpointInput } from '#contract/index.ts';

/** The form's values: the digest's recipients are one text, an address on each line. */
export type SettingsValues = Omit<EndpointInput<'updateCompany'>['body'], 'digestRecipients'> & {
  digestRecipients: string;
};

/* Unsaved input survives a reload and a visit to another page, in this tab. */

const keyOf = (companyId: string) => `maina-settings-${companyId}`;

export function readDraft(companyId: string): SettingsValues | undefined {
  try {
    // Only `writeDraft` writes it; the server validates what is sent.
    return JSON.parse(sessionStorage.getItem(keyOf(companyId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined deletes it. */
export function writeDraft(companyId: string, values: SettingsValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(keyOf(companyId), JSON.stringify(values));
    else sessionStorage.removeItem(keyOf(companyId));
  } catch {
    // Storage is disabled: lost on reload.
  }
}
