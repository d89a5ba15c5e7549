#!/bin/sh
# What `init` in tests finds as memkeep.
echo 0.0.0-source
