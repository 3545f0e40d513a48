#!/bin/sh
# scorchc 0.1.0, an internal error: after lowering: run: `w_stored` is declared twice
# Data files that the command names are needed beside this script.
scorchc 'explain' 'R(i,j,k) = A(k) * (B(i) * (C(l) * D(i,j,k)))' '--fmt' 'A=sv' '--fmt' 'C=sv'
