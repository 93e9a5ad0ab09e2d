import { PersonLink } from '#web/entries/person-link.tsx';

type PersonNameProps = {
  id: string;
  person: { firstName: string; lastName: string; nameTag?: string | null | undefined };
};

/** A name in a table; what tells people of the same name apart stands below it and may break anywhere. */
export function PersonName({ id, person: { nameTag, ...name } }: PersonNameProps) {
  return (
    <>
      <span className="md:whitespace-nowrap">
        <PersonLink id={id} name={name} />
      </span>{' '}
      {nameTag && (
        <span className="wrap-anywhere block max-w-48 font-normal text-ink-muted text-sm">({nameTag})</span>
      )}
    </>
  );
}
