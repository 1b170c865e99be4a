# A fresh environment with the wheel in it and nothing from an index.
file(REMOVE_RECURSE ${ENVIRONMENT})
execute_process(COMMAND ${PYTHON} -m venv --system-site-packages ${ENVIRONMENT}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${ENVIRONMENT}/bin/pip --disable-pip-version-check install --quiet
                        --no-index --no-deps ${WHEEL} COMMAND_ERROR_IS_FATAL ANY)
