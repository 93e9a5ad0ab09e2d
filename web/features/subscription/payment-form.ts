export type PaymentFormProps = {
  /** The provider's client secret, which identifies the payment. */
  clientSecret: string;
  /** Where the payer's bank redirects back to after its confirmation page. */
  returnUrl: string;
  /** The payer's bank has declined the payment and redirected back. */
  wasRefused: boolean;
  /** The provider has accepted the card; our server has yet to confirm it. */
  onConfirmed: () => void;
};
