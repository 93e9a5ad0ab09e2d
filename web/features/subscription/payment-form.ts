export type PaymentFormProps = {
  /** Names the payment to the provider. */
  clientSecret: string;
  /** Where a bank that has to be visited sends the payer back to. */
  returnUrl: string;
  /** A bank has sent the payer back without the money. */
  wasRefused: boolean;
  /** The provider has accepted the card; the server's word is still to come. */
  onConfirmed: () => void;
};
