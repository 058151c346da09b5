"""Requests and responses: the actor and the rule of each route, errors, schemas, lists, the description of the API."""
