import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fullName } from '#domain/names.ts';
import { useReach } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';

type PersonLinkProps = {
  id: string;
  name: string | Parameters<typeof fullName>[0];
  /** The filters with which the list is returned to. */
  from?: string;
};

/** A person's name; for those who may open it, a link to the person's page. */
export function PersonLink({ id, name, from }: PersonLinkProps): ReactNode {
  const pathTo = usePathTo();
  const text = typeof name === 'string' ? name : fullName(name);
  if (!useReach('getEmployee')) return text;
  return (
    <Link
      to={pathTo('person', { id })}
      state={from}
      className="wrap-anywhere -my-3.5 py-3.5 underline decoration-hairline underline-offset-4 hover:decoration-ink"
    >
      {text}
    </Link>
  );
}
