import type { EndpointInput } from '#contract/index.ts';

/** The form's values: the digest's recipients are one text, an address on each line. */
export type SettingsValues = Omit<EndpointInput<'updateCompany'>['body'], 'digestRecipients'> & {
  digestRecipients: string;
};

/* What was typed and not saved outlives a reload and a look at another page, in this tab. */

const keyOf = (companyId: string) => `maina-settings-${companyId}`;

export function readDraft(companyId: string): SettingsValues | undefined {
  try {
    // Only ever written by `writeDraft`; the server checks what is sent.
    return JSON.parse(sessionStorage.getItem(keyOf(companyId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined forgets it. */
export function writeDraft(companyId: string, values: SettingsValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(keyOf(companyId), JSON.stringify(values));
    else sessionStorage.removeItem(keyOf(companyId));
  } catch {
    // Storage is switched off: then a reload forgets.
  }
}
