"""Which data a page looks at: samples, files, public sets, and what each opens with."""
