import fc from 'fast-check';

// A property that was tried a few times and then ran out of time has shown nothing.
fc.configureGlobal({ ...fc.readConfigureGlobal(), markInterruptAsFailure: true });
