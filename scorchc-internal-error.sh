#!/bin/sh
# scorchc 0.1.0, an internal error: Clang refuses the emitted code: the compiled kernel does not load: Symbols not found: [ __cpu_model ]
# Data files that the command names are needed beside this script.
scorchc 'run' 'C(i,k)=A(i,j)*B(j,k)' '--dim' 'i=4' '--dim' 'j=3' '--dim' 'k=70' '--fmt' 'A=csr' '--data' 'A=random:nnz=50%:seed=1' '--data' 'B=random:seed=2'
